import { utcDay } from '#shared/dates.ts'
import { isMarketTime, marketSlots, slotOf } from '../market-hours.ts'
import { keepTerminalOn } from '../owner-answers.ts'
import { amount, count, found, roundedShare, share, type Finding, type Values } from '../rule.ts'
import { syncRule } from '../sync-rule.ts'

interface Memory {
  /** UTC day of the first snapshot that was checked; null before it. */
  since: number | null
  /** Quarters of an hour of the market with a snapshot, by UTC day, oldest first. */
  days: [day: number, slots: number][]
  /** The last quarter that was counted. */
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
  memory: { since: null, days: [], slot: 0 } as Memory,
  detect(memory, { received, account }, limits) {
    const { receipt } = received
    const day = utcDay(receipt)
    const since = memory.since ?? (account.first_snapshot === null ? null : day)
    const last = memory.days.at(-1)?.[0] ?? day
    const isNewDay = since !== null && day > last
    const findings = isNewDay ? coverageOf(memory.days, since, day, limits) : []
    const checked = isNewDay ? (['low_coverage'] as const) : []
    // A terminal without its broker, or whose figures do not count, has shown nothing.
    if (!received.snapshot) return { memory: { ...memory, since }, findings, checked }
    const slot = slotOf(receipt)
    const days = slot === memory.slot ? memory.days : countedIn(memory.days, day, isMarketTime(receipt), limits)
    return { memory: { since, days, slot }, findings, checked }
  },
})

function countedIn(days: Memory['days'], day: number, open: boolean, { coverage_days }: Limits): Memory['days'] {
  const last = days.at(-1)
  const more = open ? 1 : 0
  if (last !== undefined && last[0] === day) return [...days.slice(0, -1), [day, last[1] + more]]
  return [...days.filter(([one]) => one > day - coverage_days - 1), [day, more]]
}

function coverageOf(
  days: Memory['days'],
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
