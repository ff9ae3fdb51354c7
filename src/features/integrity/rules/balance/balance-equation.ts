import { ledgerNet } from '#features/ea/rules/records.ts'
import { DAY_MS, HOUR_MS, instantText, MINUTE_MS } from '#shared/dates.ts'
import { cutHours } from '../history/cut-hours.ts'
import { attachStatement } from '../owner-answers.ts'
import { amount, cents, count, found, share, type Finding, type Values } from '../rule.ts'
import { syncRule } from '../sync-rule.ts'
import {
  exact,
  explainedSteps,
  nextLooks,
  nextSteps,
  noLooks,
  reportedAfterwards,
  reportedLate,
  type LookMemory,
} from './reported-afterwards.ts'

interface Gap {
  /** Milliseconds UTC of the snapshot. */
  at: number
  /** Balance that no record explains, in account currency: above 0 an entry is missing, below 0 an exit. */
  amount: number
  balance: number
}

interface Memory extends LookMemory {
  /** Balance less all that was recorded, where it was last explained; null before the first snapshot. */
  rest: number | null
  /** The same at the last snapshot, explained or not. */
  shown: number | null
  /** Net of late records, which count nowhere. */
  late: number
  /** The gap of the snapshot before this one; `waits` while it is grave and could still be a race in the terminal. */
  last: (Gap & { waits: boolean }) | null
  /** MT4: gaps that a wider tab could still explain. The newest few. */
  waiting: Gap[]
  /** Unexplained changes of the last days, milliseconds UTC. */
  gaps: number[]
}

const waitingAtMost = 20

const thresholds = {
  balance_units: amount(1),
  balance_share: share(0.001),
  balance_repeats: count(3),
  balance_days: amount(30),
  balance_grave_share: share(0.05),
  balance_minutes: amount(10),
  ...cutHours,
}
type Limits = Values<typeof thresholds>
type BalanceFinding = Finding<'unexplained_balance' | 'balance_invented'>

/**
 * The balance changes by what the records say. A snapshot whose balance moved by more is one finding; several in a month, or one of a
 * share of the balance, hold. A terminal may show the new balance a moment before the record: a gap that the next snapshot takes back
 * to the cent is one finding, not two, and neither grave nor counted. So the next snapshot decides about a grave one, or the first
 * sync after `balance_minutes`. Gaps below the tolerance add up until they are above it. A tab of MT4 may hide records while the
 * balance moves: there a gap is decided after `cut_hours`, in which the chart requests a wider tab. Records that explain gaps
 * afterwards, to the cent, take them away.
 */
export const balanceEquation = syncRule({
  thresholds: { ...thresholds, ...reportedAfterwards.thresholds },
  findings: {
    unexplained_balance: {
      rule: 'R15',
      consequence: 'warning',
      audience: 'public',
      life: 'event',
      when: 'The balance moved by more than its records explain: more than `balance_units` of the currency, and more than `balance_share` of the balance.',
      name: 'Balance non spiegato',
      public:
        'Il balance è cambiato senza un’operazione che lo spieghi. Un aumento così conta come versamento, un calo come perdita.',
      owner: {
        observed: 'Il balance è cambiato di una somma che nessuna operazione inviata spiega.',
        answer: `Controlla che lo storico del terminale sia su «Tutta la cronologia». Se manca un’operazione, rispondi. ${attachStatement}`,
      },
      admin:
        'Il balance è cambiato oltre la tolleranza senza movimenti. Correzione o dividendo non esportato, o omissione.',
    },
    balance_invented: {
      rule: 'R15',
      consequence: 'hold',
      audience: 'public',
      life: 'event',
      when: 'A gap as in `unexplained_balance` is above `balance_grave_share` of the balance, or gaps come `balance_repeats` times within `balance_days` days.',
      name: 'Balance gravemente non spiegato',
      public: 'Il balance è cambiato molto, o più volte, senza operazioni che lo spieghino.',
      owner: {
        observed:
          'Il balance è cambiato molto, o più volte, senza operazioni che lo spieghino: il conto è in verifica.',
        answer: `Rispondi dicendo da dove viene la somma. ${attachStatement}`,
      },
      admin:
        'Variazione di balance grave, o ripetuta, senza movimenti. Può alzare la crescita: chiedi l’estratto conto.',
    },
  },
  terms: {
    gap: 'Differenza',
    snapshot_at: 'Visto il',
    taken_back_by_the_next: 'Ripresa dalla seguente',
    tolerance_amount: 'Tolleranza',
  },
  section: 'balance',
  memory: { ...noLooks, rest: null, shown: null, late: 0, last: null, waiting: [], gaps: [] } as Memory,
  parts: [reportedAfterwards],
  detect(memory, facts, limits) {
    const { received, outcome } = facts
    const { receipt } = received
    let { late } = memory
    for (const one of received.fresh) if (one.late) late += ledgerNet(one.record)
    for (const one of received.changed) if (one.late) late += one.difference
    const since = receipt - limits.balance_days * DAY_MS
    const current = { ...memory, late, gaps: memory.gaps.filter((at) => at > since) }
    const { snapshot } = outcome
    if (snapshot === null) {
      const { last } = memory
      const overdue = last?.waits === true && receipt - last.at > limits.balance_minutes * MINUTE_MS
      const findings = overdue ? [invented(last, limits)] : []
      return matured({ ...current, ...(overdue && { last: null }) }, findings, receipt, limits)
    }

    // A cancelled deal whose money an entry of its own takes back moves the records twice, the balance once.
    const apart = outcome.account.intake.cancelled?.apart ?? 0
    const rest = snapshot.balance - (received.ledger.net - late - apart)
    const looks = nextLooks(memory.looks, facts)
    if (memory.rest === null || memory.shown === null) {
      return { memory: { ...current, rest, shown: rest, looks }, findings: [], checked: [] }
    }
    const step = rest - memory.shown
    const records = outcome.records.map(({ record }) => record)
    const afterwards = reportedLate(memory, facts)
    const explained = explainedSteps(memory.steps, records, step, Math.max(1, afterwards.count))
    const reported = reportedAfterwards.detect(
      memory.told,
      facts,
      { ...afterwards, explained: explained !== null },
      limits,
    )
    const next = { ...current, shown: rest, looks, told: reported.snapshots }
    if (explained !== null) {
      const times = new Set(explained.map(([at]) => at))
      const { last } = memory
      const findings: (BalanceFinding | (typeof reported.findings)[number])[] = reported.findings
      // MT5 has no tab: what its balance shows too early is a race.
      if (last?.waits === true) findings.push(unexplained(last, toleranceOf(snapshot.balance, limits), true))
      const left = {
        steps: memory.steps.filter(([at]) => !times.has(at)),
        gaps: current.gaps.filter((at) => !times.has(at)),
        waiting: current.waiting.filter(({ at }) => !times.has(at)),
      }
      return matured({ ...next, ...left, rest, last: null }, findings, receipt, limits)
    }
    const steps = nextSteps(memory.steps, receipt, step, limits)
    const gap: Gap = { at: receipt, amount: rest - memory.rest, balance: snapshot.balance }
    const weighed = weighGap({ ...next, steps }, gap, facts.account.platform === 'MT4', limits)
    return matured(weighed.memory, [...reported.findings, ...weighed.findings], receipt, limits)
  },
})

const toleranceOf = (balance: number, { balance_units, balance_share }: Limits): number =>
  Math.max(balance_units, balance_share * Math.abs(balance))

const isGrave = ({ amount: missing, balance }: Gap, { balance_grave_share }: Limits): boolean =>
  Math.abs(missing) > balance_grave_share * Math.abs(balance - missing)

/** @param gap how far the balance now is from where it was last explained */
function weighGap(
  memory: Memory,
  gap: Gap,
  mayBeHidden: boolean,
  limits: Limits,
): { memory: Memory; findings: BalanceFinding[] } {
  const { last } = memory
  const rest = (memory.rest ?? 0) + gap.amount
  const tolerance = toleranceOf(gap.balance, limits)
  if (last !== null && Math.abs(last.amount + gap.amount) <= exact) {
    const gaps = memory.gaps.filter((at) => at !== last.at)
    const waiting = memory.waiting.filter(({ at }) => at !== last.at)
    const isNew = last.waits || waiting.length < memory.waiting.length
    const findings = isNew ? [unexplained(last, tolerance, true)] : []
    return { memory: { ...memory, rest, last: null, gaps, waiting }, findings }
  }
  const findings: BalanceFinding[] = last?.waits === true ? [invented(last, limits)] : []
  if (Math.abs(gap.amount) <= tolerance) return { memory: { ...memory, last: null }, findings }
  if (mayBeHidden) {
    const waiting = [...memory.waiting, gap]
    return { memory: { ...memory, rest, last: { ...gap, waits: false }, waiting }, findings }
  }
  if (isGrave(gap, limits)) return { memory: { ...memory, rest, last: { ...gap, waits: true } }, findings }
  const counted = countGap(memory.gaps, gap, limits)
  findings.push(...counted.findings)
  return { memory: { ...memory, rest, last: { ...gap, waits: false }, gaps: counted.gaps }, findings }
}

function countGap(before: readonly number[], gap: Gap, limits: Limits): { gaps: number[]; findings: BalanceFinding[] } {
  const gaps = [...before, gap.at]
  const findings = [unexplained(gap, toleranceOf(gap.balance, limits), false)]
  if (gaps.length < limits.balance_repeats) return { gaps, findings }
  return { gaps: [], findings: [...findings, repeated(gap, gaps, limits)] }
}

/** Decides about the gaps that no wider tab has explained in time. */
function matured<Other>(memory: Memory, findings: readonly Other[], receipt: number, limits: Limits) {
  const all: (Other | BalanceFinding)[] = [...findings]
  let { gaps } = memory
  const waiting = memory.waiting.filter((gap, index) => {
    const waits = receipt - gap.at < limits.cut_hours * HOUR_MS && index >= memory.waiting.length - waitingAtMost
    if (waits) return true
    if (isGrave(gap, limits)) {
      all.push(invented(gap, limits))
      return false
    }
    const counted = countGap(gaps, gap, limits)
    all.push(...counted.findings)
    gaps = counted.gaps
    return false
  })
  return { memory: { ...memory, gaps, waiting }, findings: all, checked: [] }
}

const figuresOf = ({ at, amount: missing, balance }: Gap) => ({
  snapshot_at: instantText(at),
  balance,
  gap: cents(missing),
})

function unexplained(gap: Gap, tolerance: number, takenBack: boolean): BalanceFinding {
  return found('unexplained_balance', {
    ...figuresOf(gap),
    tolerance_amount: cents(tolerance),
    taken_back_by_the_next: takenBack,
  })
}

function invented(gap: Gap, { balance_grave_share }: Limits): BalanceFinding {
  return found('balance_invented', { ...figuresOf(gap), threshold_share: balance_grave_share })
}

function repeated(gap: Gap, gaps: readonly number[], { balance_repeats, balance_days }: Limits): BalanceFinding {
  return found('balance_invented', {
    ...figuresOf(gap),
    times: gaps.map((at) => instantText(at)),
    threshold: balance_repeats,
    within_days: balance_days,
  })
}
