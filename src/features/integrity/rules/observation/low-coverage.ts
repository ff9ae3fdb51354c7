import { utcDay } from '#shared/dates.ts'
import { dayOf, isMarketTime, marketSlots, slotOf } from '../market-hours.ts'
import { keepTerminalOn } from '../owner-answers.ts'
import { amount, count, found, roundedShare, share, type Finding, type Values } from '../rule.ts'
import { syncRule } from '../sync-rule.ts'

type Days = [day: number, slots: number][]

interface Memory {
  /** UTC day of the first snapshot that was checked; null before it. */
  since: number | null
  /** Quarters of an hour of the market with a snapshot, by UTC day, oldest first, but for the day of the last one. */
  days: Days
  /** Those of the day of the last one: nearly each sync changes it. */
  slots: number
  /** The last quarter that was counted; 0 before the first. */
  slot: number
}

const thresholds = { coverage_share: share(0.9), coverage_days: amount(30), coverage_least_days: count(7) }
type Limits = Values<typeof thresholds>

/** Share of the quarters of an hour of the market that had a snapshot, over whole UTC days. */
export const lowCoverage = syncRule({
  thresholds,
  findings: {
    low_coverage: {
      rule: 'R26',
      consequence: 'info',
      audience: 'public',
      life: 'state',
      when: 'Fewer than `coverage_share` of the quarters of an hour from Sunday 22:00 to Friday 21:00 UTC had a snapshot, over whole days of the last `coverage_days`, from `coverage_least_days` days on.',
      name: 'Copertura bassa',
      public: 'Il terminale è rimasto scollegato a lungo: parte di quel tempo non è osservata.',
      owner: { observed: 'Il terminale è rimasto scollegato a lungo.', answer: keepTerminalOn },
      admin: 'Quota di intervalli osservati sotto la soglia.',
    },
  },
  terms: { over_days: 'In giorni' },
  section: 'observation',
  memory: { since: null, days: [], slots: 0, slot: 0 } as Memory,
  detect(memory, { received, account }, limits) {
    const { receipt } = received
    const day = utcDay(receipt)
    const since = memory.since ?? (account.first_snapshot === null ? null : day)
    const { days, slots } = running(memory)
    const last = memory.slot === 0 ? day : dayOf(memory.slot)
    const until: Days = day > last ? [...days, [last, slots]] : days
    const isDue = since !== null && day > last
    const findings = isDue ? coverageOf(until, since, day, limits) : []
    const checked = isDue ? (['low_coverage'] as const) : []
    // A terminal without its broker, or whose figures do not count, has shown nothing.
    const slot = slotOf(receipt)
    if (!received.snapshot || slot === memory.slot) return { memory: { ...memory, since }, findings, checked }
    const counted = (day > last ? 0 : slots) + (isMarketTime(receipt) ? 1 : 0)
    const recent = day > last ? until.filter(([one]) => one >= day - limits.coverage_days) : days
    return { memory: { since, days: recent, slots: counted, slot }, findings, checked }
  },
})

/** The program before had the running day among the others. */
function running({ days, slots, slot }: Memory): Pick<Memory, 'days' | 'slots'> {
  const last = days.at(-1)
  return last?.[0] === dayOf(slot) ? { days: days.slice(0, -1), slots: last[1] + slots } : { days, slots }
}

function coverageOf(
  days: Days,
  since: number,
  today: number,
  { coverage_share, coverage_days, coverage_least_days }: Limits,
): Finding<'low_coverage'>[] {
  const first = Math.max(since + 1, today - coverage_days)
  if (today - first < coverage_least_days) return []
  let expected = 0
  for (let day = first; day < today; day += 1) expected += marketSlots(day)
  let covered = 0
  for (const [day, slots] of days) if (day >= first && day < today) covered += slots
  const coveredShare = expected === 0 ? 1 : covered / expected
  if (coveredShare >= coverage_share) return []
  const evidence = {
    covered_share: roundedShare(coveredShare),
    threshold_share: coverage_share,
    over_days: today - first,
  }
  return [found('low_coverage', evidence)]
}
