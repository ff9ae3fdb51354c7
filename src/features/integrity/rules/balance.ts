import { ledgerNet } from '#features/ea/rules/records.ts'
import { instantText } from '#shared/dates.ts'
import type { Finding } from '../finding.ts'
import { finding, type SyncFacts, type Verdict } from './facts.ts'
import type { Thresholds } from './thresholds.ts'

/** R15, the balance equation: the balance changes by what the records say. `docs/integrity.md`, rules on each sync. */

interface Gap {
  /** Milliseconds UTC of the snapshot. */
  at: number
  /** Balance that no record explains, in account currency: above 0 an entry is missing, below 0 an exit. */
  amount: number
  balance: number
}

export interface BalanceMemory {
  /** Balance less all that was recorded, where it was last explained; null before the first snapshot. */
  rest: number | null
  /** Net of late records, which count nowhere. */
  late: number
  /** The gap of the snapshot before this one; `waits` while it is grave and could still be a race in the terminal. */
  last: (Gap & { waits: boolean }) | null
  /** Unexplained changes of the last days, milliseconds UTC. */
  gaps: number[]
}

export const newBalance: BalanceMemory = { rest: null, late: 0, last: null, gaps: [] }

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** Half a cent and what floating point adds: a gap that is taken back is taken back to the cent. */
const exact = 0.006

/**
 * A snapshot whose balance moved by more than its records explain is one finding; several in a month, or one of a share of the
 * balance, hold. A terminal may show the new balance a moment before the record: a gap that the next snapshot takes back to the
 * cent is one finding, not two, and neither grave nor counted. So a grave one is judged by the next snapshot, or by the first sync
 * after `balance_minutes`. What is below the tolerance adds up until it is not.
 */
export function judgeBalance(
  memory: BalanceMemory,
  { received, settlement: { snapshot } }: SyncFacts,
  thresholds: Thresholds,
): Verdict<BalanceMemory> {
  const { receipt } = received
  let { late } = memory
  for (const one of received.fresh) if (one.late) late += ledgerNet(one.record)
  for (const one of received.changed) if (one.late) late += one.difference
  if (snapshot === null) {
    const { last } = memory
    const overdue = last?.waits === true && receipt - last.at > thresholds.balance_minutes * MINUTE_MS
    if (!overdue) return { memory: { ...memory, late }, findings: [], judged: [] }
    return { memory: { ...memory, late, last: null }, findings: [invented(last, thresholds)], judged: [] }
  }

  const rest = snapshot.balance - (received.ledger.net - late)
  if (memory.rest === null) return { memory: { ...memory, late, rest }, findings: [], judged: [] }
  const findings: Finding[] = []
  const { last } = memory
  const since = receipt - thresholds.balance_days * DAY_MS
  let gaps = memory.gaps.filter((at) => at > since)
  const gap: Gap = { at: receipt, amount: rest - memory.rest, balance: snapshot.balance }
  const tolerance = Math.max(thresholds.balance_units, thresholds.balance_share * Math.abs(snapshot.balance))
  const takenBack = last !== null && Math.abs(last.amount + gap.amount) <= exact
  if (takenBack) {
    if (last.waits) findings.push(unexplained(last, tolerance, true))
    gaps = gaps.filter((at) => at !== last.at)
    return { memory: { rest, late, last: null, gaps }, findings, judged: [] }
  }
  if (last?.waits === true) findings.push(invented(last, thresholds))
  if (Math.abs(gap.amount) <= tolerance) {
    return { memory: { rest: memory.rest, late, last: null, gaps }, findings, judged: [] }
  }
  const before = Math.abs(snapshot.balance - gap.amount)
  const waits = Math.abs(gap.amount) > thresholds.balance_grave_share * before
  if (!waits) {
    findings.push(unexplained(gap, tolerance, false))
    gaps = [...gaps, gap.at]
    if (gaps.length >= thresholds.balance_repeats) {
      findings.push(repeated(gap, gaps, thresholds))
      gaps = []
    }
  }
  return { memory: { rest, late, last: { ...gap, waits }, gaps }, findings, judged: [] }
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
