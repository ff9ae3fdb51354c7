import { ledgerNet } from '#features/ea/rules/records.ts'
import { instantText } from '#shared/dates.ts'
import type { Finding } from '../finding.ts'
import { finding, type SyncFacts, type Verdict } from './facts.ts'
import type { Thresholds } from './thresholds.ts'
import {
  exact,
  explainedSteps,
  judgeTold,
  lookedAgain,
  newTold,
  stepsAfter,
  toldAfterwards,
  type ToldMemory,
} from './told.ts'

/** R15, the balance equation: the balance changes by what the records say. `docs/integrity.md`, rules on each sync. */

interface Gap {
  /** Milliseconds UTC of the snapshot. */
  at: number
  /** Balance that no record explains, in account currency: above 0 an entry is missing, below 0 an exit. */
  amount: number
  balance: number
}

export interface BalanceMemory extends ToldMemory {
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

export const newBalance: BalanceMemory = {
  ...newTold,
  rest: null,
  shown: null,
  late: 0,
  last: null,
  waiting: [],
  gaps: [],
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const waitingAtMost = 20

/**
 * A snapshot whose balance moved by more than its records explain is one finding; several in a month, or one of a share of the
 * balance, hold. A terminal may show the new balance a moment before the record: a gap that the next snapshot takes back to the
 * cent is one finding, not two, and neither grave nor counted. So a grave one is judged by the next snapshot, or by the first sync
 * after `balance_minutes`. What is below the tolerance adds up until it is not. A tab of MT4 may hide records while the balance
 * moves: there a gap is judged after `cut_hours`, in which the chart asks for a wider tab. Records that explain gaps afterwards, to
 * the cent, take them away.
 */
export function judgeBalance(memory: BalanceMemory, facts: SyncFacts, thresholds: Thresholds): Verdict<BalanceMemory> {
  const { received, outcome } = facts
  const { receipt } = received
  let { late } = memory
  for (const one of received.fresh) if (one.late) late += ledgerNet(one.record)
  for (const one of received.changed) if (one.late) late += one.difference
  const since = receipt - thresholds.balance_days * DAY_MS
  const kept = { ...memory, late, gaps: memory.gaps.filter((at) => at > since) }
  const { snapshot } = outcome
  if (snapshot === null) {
    const { last } = memory
    const overdue = last?.waits === true && receipt - last.at > thresholds.balance_minutes * MINUTE_MS
    const findings = overdue ? [invented(last, thresholds)] : []
    return matured({ ...kept, ...(overdue && { last: null }) }, findings, receipt, thresholds)
  }

  // A cancelled deal whose money an entry of its own takes back moves the records twice, the balance once.
  const apart = outcome.account.intake.cancelled?.apart ?? 0
  const rest = snapshot.balance - (received.ledger.net - late - apart)
  const looks = lookedAgain(memory.looks, facts)
  if (memory.rest === null || memory.shown === null) {
    return { memory: { ...kept, rest, shown: rest, looks }, findings: [], judged: [] }
  }
  const step = rest - memory.shown
  const records = outcome.records.map(({ record }) => record)
  const afterwards = toldAfterwards(memory, facts)
  const explained = explainedSteps(memory.steps, records, step, Math.max(1, afterwards.count))
  const told = judgeTold(memory, facts, afterwards.trades, explained !== null, thresholds)
  const next = { ...kept, shown: rest, looks, told: told.told }
  if (explained !== null) {
    const times = new Set(explained.map(([at]) => at))
    const { last } = memory
    // MT5 has no tab: what its balance shows too early is told, as a race.
    if (last?.waits === true) told.findings.push(unexplained(last, toleranceOf(snapshot.balance, thresholds), true))
    const left = {
      steps: memory.steps.filter(([at]) => !times.has(at)),
      gaps: kept.gaps.filter((at) => !times.has(at)),
      waiting: kept.waiting.filter(({ at }) => !times.has(at)),
    }
    return matured({ ...next, ...left, rest, last: null }, told.findings, receipt, thresholds)
  }
  const steps = stepsAfter(memory.steps, receipt, step, thresholds)
  const gap: Gap = { at: receipt, amount: rest - memory.rest, balance: snapshot.balance }
  const judged = judgeGap({ ...next, steps }, gap, facts.account.platform === 'MT4', thresholds)
  return matured(judged.memory, [...told.findings, ...judged.findings], receipt, thresholds)
}

const toleranceOf = (balance: number, { balance_units, balance_share }: Thresholds): number =>
  Math.max(balance_units, balance_share * Math.abs(balance))

const isGrave = ({ amount, balance }: Gap, { balance_grave_share }: Thresholds): boolean =>
  Math.abs(amount) > balance_grave_share * Math.abs(balance - amount)

/** @param gap how far the balance now is from where it was last explained */
function judgeGap(
  memory: BalanceMemory,
  gap: Gap,
  mayBeHidden: boolean,
  thresholds: Thresholds,
): { memory: BalanceMemory; findings: Finding[] } {
  const { last } = memory
  const rest = (memory.rest ?? 0) + gap.amount
  const tolerance = toleranceOf(gap.balance, thresholds)
  if (last !== null && Math.abs(last.amount + gap.amount) <= exact) {
    const gaps = memory.gaps.filter((at) => at !== last.at)
    const waiting = memory.waiting.filter(({ at }) => at !== last.at)
    const told = last.waits || waiting.length < memory.waiting.length
    const findings = told ? [unexplained(last, tolerance, true)] : []
    return { memory: { ...memory, rest, last: null, gaps, waiting }, findings }
  }
  const findings = last?.waits === true ? [invented(last, thresholds)] : []
  if (Math.abs(gap.amount) <= tolerance) return { memory: { ...memory, last: null }, findings }
  if (mayBeHidden) {
    const waiting = [...memory.waiting, gap]
    return { memory: { ...memory, rest, last: { ...gap, waits: false }, waiting }, findings }
  }
  if (isGrave(gap, thresholds)) return { memory: { ...memory, rest, last: { ...gap, waits: true } }, findings }
  const counted = countGap(memory.gaps, gap, thresholds)
  findings.push(...counted.findings)
  return { memory: { ...memory, rest, last: { ...gap, waits: false }, gaps: counted.gaps }, findings }
}

function countGap(
  before: readonly number[],
  gap: Gap,
  thresholds: Thresholds,
): { gaps: number[]; findings: Finding[] } {
  const gaps = [...before, gap.at]
  const findings = [unexplained(gap, toleranceOf(gap.balance, thresholds), false)]
  if (gaps.length < thresholds.balance_repeats) return { gaps, findings }
  return { gaps: [], findings: [...findings, repeated(gap, gaps, thresholds)] }
}

/** Judges the gaps that no wider tab has explained in time. */
function matured(
  memory: BalanceMemory,
  findings: readonly Finding[],
  receipt: number,
  thresholds: Thresholds,
): Verdict<BalanceMemory> {
  const found = [...findings]
  let { gaps } = memory
  const waiting = memory.waiting.filter((gap, index) => {
    const waits = receipt - gap.at < thresholds.cut_hours * HOUR_MS && index >= memory.waiting.length - waitingAtMost
    if (waits) return true
    if (isGrave(gap, thresholds)) {
      found.push(invented(gap, thresholds))
      return false
    }
    const counted = countGap(gaps, gap, thresholds)
    found.push(...counted.findings)
    gaps = counted.gaps
    return false
  })
  return { memory: { ...memory, gaps, waiting }, findings: found, judged: [] }
}

const figuresOf = ({ at, amount, balance }: Gap) => ({ snapshot_at: instantText(at), balance, gap: cents(amount) })

function unexplained(gap: Gap, tolerance: number, takenBack: boolean): Finding {
  return finding('unexplained_balance', {
    ...figuresOf(gap),
    tolerance_amount: cents(tolerance),
    taken_back_by_the_next: takenBack,
  })
}

function invented(gap: Gap, { balance_grave_share }: Thresholds): Finding {
  return finding('balance_invented', { ...figuresOf(gap), threshold_share: balance_grave_share })
}

function repeated(gap: Gap, gaps: readonly number[], { balance_repeats, balance_days }: Thresholds): Finding {
  return finding('balance_invented', {
    ...figuresOf(gap),
    times: gaps.map((at) => instantText(at)),
    threshold: balance_repeats,
    within_days: balance_days,
  })
}

const cents = (amount: number): number => Math.round(amount * 100) / 100
