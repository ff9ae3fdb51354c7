import { gapMs } from '#features/ea/rules/counting/plan-lapse.ts'
import { instantText } from '#shared/dates.ts'
import type { FindingCode } from '../catalogue.ts'
import type { Finding } from '../finding.ts'
import { finding, type SyncFacts, type Verdict } from './facts.ts'
import { isMarketTime, marketSlots, marketTimeBetween, slotOf } from './market-hours.ts'
import type { Thresholds } from './thresholds.ts'

/** What was observed: R26 and R44. `docs/integrity.md`, rules on each sync. */

export interface ObservationMemory {
  /** UTC day of the first snapshot that was judged; null before it. */
  since: number | null
  /** Quarters of an hour of the market with a snapshot, by UTC day, oldest first. */
  days: [day: number, slots: number][]
  /** The last quarter that was counted. */
  slot: number
  /** Positions open at the last snapshot. */
  open: number
}

export const newObservation: ObservationMemory = { since: null, days: [], slot: 0, open: 0 }

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

export function judgeObservation(
  memory: ObservationMemory,
  facts: SyncFacts,
  thresholds: Thresholds,
): Verdict<ObservationMemory> {
  const { received, request, account } = facts
  const { receipt } = received
  const findings = [...planGap(facts), ...unobserved(memory, facts, thresholds)]
  const day = Math.floor(receipt / DAY_MS)
  const since = memory.since ?? (account.first_snapshot === null ? null : day)
  const last = memory.days.at(-1)?.[0] ?? day
  const judgedNow = since !== null && day > last
  if (judgedNow) findings.push(...lowCoverage(memory.days, since, day, thresholds))
  const judged: FindingCode[] = judgedNow ? ['low_coverage'] : []
  // A terminal without its broker, or whose figures do not count, has shown nothing.
  if (!received.snapshot) return { memory: { ...memory, since }, findings, judged }
  const slot = slotOf(receipt)
  const days = slot === memory.slot ? memory.days : countedIn(memory.days, day, isMarketTime(receipt), thresholds)
  return { memory: { since, days, slot, open: request.snapshot.open_count }, findings, judged }
}

function countedIn(
  days: ObservationMemory['days'],
  day: number,
  open: boolean,
  { coverage_days }: Thresholds,
): ObservationMemory['days'] {
  const last = days.at(-1)
  const more = open ? 1 : 0
  if (last !== undefined && last[0] === day) return [...days.slice(0, -1), [day, last[1] + more]]
  return [...days.filter(([one]) => one > day - coverage_days - 1), [day, more]]
}

/** Share of the quarters of an hour of the market that had a snapshot, over whole UTC days of the last month, from a week on. */
function lowCoverage(
  days: ObservationMemory['days'],
  since: number,
  today: number,
  { coverage_share, coverage_days, coverage_least_days }: Thresholds,
): Finding[] {
  const first = Math.max(since + 1, today - coverage_days)
  if (today - first < coverage_least_days) return []
  let wanted = 0
  for (let day = first; day < today; day += 1) wanted += marketSlots(day)
  let had = 0
  for (const [day, slots] of days) if (day >= first && day < today) had += slots
  const share = wanted === 0 ? 1 : had / wanted
  if (share >= coverage_share) return []
  const evidence = { covered_share: round(share), threshold_share: coverage_share, over_days: today - first }
  return [finding('low_coverage', evidence)]
}

/** Positions were open while no snapshot came for a day of the market: what they went through was not seen. */
function unobserved(
  { open }: ObservationMemory,
  { received, account }: SyncFacts,
  { unobserved_hours }: Thresholds,
): Finding[] {
  const seen = account.engine?.snapshot.t
  if (!received.snapshot || seen === undefined || open === 0) return []
  if (received.receipt - seen < unobserved_hours * HOUR_MS) return []
  const hours = marketTimeBetween(seen, received.receipt) / HOUR_MS
  if (hours <= unobserved_hours) return []
  const evidence = {
    from: instantText(seen),
    until: instantText(received.receipt),
    market_hours: Math.floor(hours),
    open_positions: open,
    threshold_hours: unobserved_hours,
  }
  return [finding('unobserved_drawdown', evidence)]
}

/** The plan had ended, and nothing was observed while it was: whatever the terminal did meanwhile (refused or switched off). */
function planGap({ received: { receipt }, account: { last_receipt }, plan_lapse }: SyncFacts): Finding[] {
  if (plan_lapse === null || last_receipt === null || receipt - last_receipt < gapMs) return []
  const evidence = {
    from: instantText(last_receipt),
    until: instantText(receipt),
    without_plan_from: instantText(plan_lapse.from),
    without_plan_until: instantText(plan_lapse.until),
  }
  return [finding('plan_gap', evidence)]
}

const round = (share: number): number => Math.round(share * 1e4) / 1e4
