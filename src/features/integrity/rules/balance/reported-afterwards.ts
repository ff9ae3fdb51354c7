import { isTrade, ledgerNet, recordSeconds, type LedgerRecord } from '#features/ea/rules/records.ts'
import { toBroker, toUtc } from '#features/ea/rules/reception/clock.ts'
import { DAY_MS, MINUTE_MS, instantText } from '#shared/dates.ts'
import { attachStatement } from '../owner-answers.ts'
import { amount, cents, count, found, namedAtMost, notedRule, share, type Finding, type Values } from '../rule.ts'
import type { SyncFacts } from '../sync-rule.ts'

/** The memory of the balance rules for trades that are reported when their outcome has long been known. */
export interface LookMemory {
  /** The last two snapshots, milliseconds UTC with the broker seconds that had passed by then. Oldest first. */
  looks: [at: number, wall: number][]
  /** Changes of the balance without records at each recent snapshot, to the cent: milliseconds UTC, account currency. */
  steps: [at: number, amount: number][]
  /** Snapshots that reported trades after the fact, milliseconds UTC. The name is that of the stored JSON. */
  told: number[]
}

export const noLooks: LookMemory = { looks: [], steps: [], told: [] }

/** Looks nearer to each other than this are one. */
const looksApartMs = MINUTE_MS
/** Seconds by which a record may come after a price that is later. */
const edgeS = 120
/** By how much a clock that is known, and one that never was, may be off where no price is fresh. */
const clockEdgeS = 900
const unknownClockEdgeS = 16 * 3_600
/** A clock that is set back after a summer. */
const clockBackS = 3_600 + edgeS
const mostSteps = 40
/** Half a cent and what floating point adds. */
export const exact = 0.006

/** Records of one snapshot that are reported after the fact. */
interface Reported {
  trades: readonly LedgerRecord[]
  /** The balance had already moved by the money of these trades. */
  explained: boolean
}

const thresholds = { afterwards_repeats: count(3), afterwards_days: amount(30), afterwards_grave_share: share(0.05) }

/** Trades that are reported when their outcome has long been known: their author can choose them. */
export const reportedAfterwards = notedRule({
  thresholds,
  findings: {
    told_afterwards: {
      rule: 'R55',
      consequence: 'warning',
      audience: 'public',
      life: 'event',
      when: 'A trade had closed before the last snapshot but one, and is reported only now. Nothing is found where the balance had moved by its money before, to the cent.',
      name: 'Inviata a cose fatte',
      public: 'Un’operazione è arrivata molto dopo la sua chiusura, quando lo storico risultava già completo.',
      owner: {
        observed: 'Un’operazione è arrivata molto dopo la sua chiusura, quando lo storico risultava già completo.',
        answer: `Rispondi dicendo perché è arrivata tardi. ${attachStatement}`,
      },
      admin:
        'Operazioni chiuse prima di due invii completi, arrivate dopo. Storico caricato tardi, o scelta a esito noto.',
    },
    history_put_in: {
      rule: 'R55',
      consequence: 'hold',
      audience: 'public',
      life: 'event',
      when: 'Trades as in `told_afterwards` come with `afterwards_repeats` snapshots within `afterwards_days` days, or at once with more than `afterwards_grave_share` of the balance.',
      name: 'Più invii a cose fatte',
      public: 'Più operazioni, o molto denaro, sono arrivate molto dopo la chiusura, a storico già completo.',
      owner: {
        observed: 'Più operazioni, o molto denaro, sono arrivate a storico già completo: il conto è in verifica.',
        answer: `Rispondi dicendo perché sono arrivate tardi. ${attachStatement}`,
      },
      admin: 'Operazioni inviate a storico già completo, ripetute o grandi. Confronta con l’estratto conto del broker.',
    },
  },
  terms: { received_at: 'Ricevuta', told_amount: 'Importo arrivato dopo' },
  /** @param earlier snapshots that did so before, milliseconds UTC. @returns those to remember, and the findings */
  detect(
    earlier: readonly number[],
    { received, outcome }: Pick<SyncFacts, 'received' | 'outcome'>,
    { trades, explained }: Reported,
    {
      afterwards_repeats: threshold,
      afterwards_days: within_days,
      afterwards_grave_share: threshold_share,
    }: Values<typeof thresholds>,
  ) {
    const { receipt, clock } = received
    const findings: Finding<'told_afterwards' | 'history_put_in'>[] = []
    const recent = earlier.filter((at) => receipt - at < within_days * DAY_MS)
    if (trades.length === 0 || outcome.snapshot === null) return { snapshots: recent, findings }
    const times = [...recent, receipt]
    const money = trades.reduce((sum, record) => sum + ledgerNet(record), 0)
    const named = trades
      .toSorted((a, b) => Math.abs(ledgerNet(b)) - Math.abs(ledgerNet(a)))
      .slice(0, namedAtMost)
      .map((record) => ({
        ticket: record.ticket,
        symbol: record.symbol,
        closed: instantText(toUtc(clock, recordSeconds(record))),
        amount: cents(ledgerNet(record)),
      }))
    const evidence = { trades: named, received_at: instantText(receipt), told_amount: cents(money) }
    if (!explained) findings.push(found('told_afterwards', evidence, trades.length))
    if (times.length >= threshold) {
      const repeated = { ...evidence, times: times.map((at) => instantText(at)), threshold, within_days }
      findings.push(found('history_put_in', repeated, times.length))
      return { snapshots: [], findings }
    }
    const isGrave = !explained && Math.abs(money) > threshold_share * Math.abs(outcome.snapshot.balance - money)
    if (isGrave) findings.push(found('history_put_in', { ...evidence, threshold_share }))
    return { snapshots: times, findings }
  },
})

/**
 * How many of the records that this snapshot counts, in their order, hold all trades that it reports after the fact, and these. They
 * had closed when two snapshots said that the history was complete without them: a history that is still loading takes one at most.
 */
export function reportedLate(
  { looks }: Pick<LookMemory, 'looks'>,
  facts: SyncFacts,
): { count: number; trades: LedgerRecord[] } {
  const none = { count: 0, trades: [] }
  const [reference, second] = looks
  if (reference === undefined || second === undefined) return none
  const { receipt } = facts.received
  const [at, wall] = reference
  // The hour that a clock shows twice, when it is set back in between, measures nothing.
  const passed = (wallOf(facts) ?? wall) - wall
  const back = Math.max(-clockBackS, Math.min(0, passed - (receipt - at) / 1000))
  const known = wall + back - edgeS
  const records = facts.outcome.records.map(({ record }) => record)
  const trades = records.filter((record) => isTrade(record) && recordSeconds(record) < known)
  const last = trades.at(-1)
  return last === undefined ? none : { count: records.indexOf(last) + 1, trades }
}

/** Broker seconds that have passed for certain at this sync; null where a clock says nothing. */
function wallOf({ received }: Pick<SyncFacts, 'received'>): number | null {
  if (received.tick !== null) return received.tick
  const edge = received.clock.rule === 'assumed' ? unknownClockEdgeS : clockEdgeS
  return toBroker(received.clock, received.receipt) - edge
}

/** The looks to remember after this sync. */
export function nextLooks(looks: LookMemory['looks'], facts: Pick<SyncFacts, 'received'>): LookMemory['looks'] {
  const { receipt } = facts.received
  const wall = wallOf(facts)
  const last = looks.at(-1)
  if (wall === null || (last !== undefined && receipt - last[0] < looksApartMs)) return looks
  return [...looks.slice(-1), [receipt, wall]]
}

/**
 * Changes of the balance that these records explain afterwards, to the cent: the balance had moved by their money before they were
 * shown, and does not move again. Null where they explain none.
 * @param step what the balance does now without records
 * @param least how many of the records, in their order, must be among those that explain
 */
export function explainedSteps(
  steps: LookMemory['steps'],
  records: readonly LedgerRecord[],
  step: number,
  least: number,
): LookMemory['steps'] | null {
  if (Math.abs(step) <= exact) return null
  let money = 0
  const explains = records.some((record, index) => {
    money += ledgerNet(record)
    return index + 1 >= least && Math.abs(money + step) <= exact
  })
  if (!explains) return null
  for (let from = steps.length - 1; from >= 0; from -= 1) {
    let sum = 0
    for (let to = from; to < steps.length; to += 1) {
      sum += steps[to]?.[1] ?? 0
      if (Math.abs(sum + step) <= exact) return steps.slice(from, to + 1)
    }
  }
  return null
}

/** The steps to remember after one more. */
export function nextSteps(
  steps: LookMemory['steps'],
  at: number,
  step: number,
  { balance_days }: { balance_days: number },
): LookMemory['steps'] {
  const recent = steps.filter(([one]) => at - one < balance_days * DAY_MS)
  return Math.abs(step) <= exact ? recent : [...recent, [at, step] satisfies [number, number]].slice(-mostSteps)
}
