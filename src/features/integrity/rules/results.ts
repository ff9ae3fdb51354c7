import { isDeal, isTrade } from '#features/ea/rules/records.ts'
import type { FindingCode } from '../catalogue.ts'
import type { Finding } from '../finding.ts'
import { contradictedCloses } from './closes.ts'
import { finding, namedAtMost, type SyncFacts, type Verdict } from './facts.ts'
import { seenOf, type Seen } from './seen.ts'
import type { Thresholds } from './thresholds.ts'

/** R56, results that no trade brought, and R54's closes that bring more than their prices give. `docs/integrity.md`, rules on each sync. */

export interface ResultsMemory {
  /** Results without trades by UTC day (since 1970), as shares of the balance of their time. */
  gains: [day: number, share: number][]
  /** Times of the last closes that brought too much, milliseconds UTC. */
  contradicted: number[]
}

export const newResults: ResultsMemory = { gains: [], contradicted: [] }

const DAY_MS = 86_400_000
/** Operations that count as a result where they are positive (`docs/ranking.md` 3.2). */
const resultTypes = ['dividend', 'charge', 'commission', 'swap', 'tax'] as const
type ResultType = (typeof resultTypes)[number]
const isResult = (type: string): type is ResultType => resultTypes.some((one) => one === type)

/** @param seen positions as the syncs before this one listed them */
export function judgeResults(
  memory: ResultsMemory,
  seen: Readonly<Seen>,
  facts: SyncFacts,
  thresholds: Thresholds,
): Verdict<ResultsMemory> {
  if (facts.account.first_snapshot === null) return { memory, findings: [], judged: [] }
  const findings: Finding[] = []
  const gains = withoutTrades(memory.gains, seen, facts, thresholds, findings)
  const contradicted = tooGood(memory.contradicted, seen, facts, thresholds, findings)
  return { memory: { gains, contradicted }, findings, judged: [] }
}

function withoutTrades(
  before: ResultsMemory['gains'],
  seen: Readonly<Seen>,
  facts: SyncFacts,
  { without_trades_days, without_trades_share, without_trades_grave_share }: Thresholds,
  findings: Finding[],
): ResultsMemory['gains'] {
  const { receipt } = facts.received
  const today = Math.floor(receipt / DAY_MS)
  const gains = before.filter(([day]) => day > today - without_trades_days)
  const amounts = positiveResults(seen, facts)
  const added = [...amounts.values()].reduce((sum, amount) => sum + amount, 0)
  if (added <= 0) return gains
  const { balance } = facts.request.snapshot
  const last = gains.at(-1)
  const share = added / Math.max(1, Math.abs(balance))
  const next: ResultsMemory['gains'] =
    last?.[0] === today ? [...gains.slice(0, -1), [today, last[1] + share]] : [...gains, [today, share]]
  const found = next.reduce((sum, [, one]) => sum + one, 0)
  if (found <= without_trades_share) return next
  const isGrave = found > without_trades_grave_share
  const code: FindingCode = isGrave ? 'results_invented' : 'results_without_trades'
  findings.push(
    finding(code, {
      balance,
      ...Object.fromEntries([...amounts].map(([type, amount]) => [`${type}_amount`, Math.round(amount * 100) / 100])),
      without_trades_share: found,
      threshold_share: isGrave ? without_trades_grave_share : without_trades_share,
      within_days: without_trades_days,
    }),
  )
  return isGrave ? [] : next
}

/**
 * Positive operations, and what closes booked besides their profit: commissions and fees that pay, and swap beyond what the list showed.
 * Account currency.
 */
function positiveResults(seen: Readonly<Seen>, { outcome }: SyncFacts): Map<ResultType, number> {
  const amounts = new Map<ResultType, number>()
  const add = (type: ResultType, amount: number) => {
    if (amount > 0) amounts.set(type, (amounts.get(type) ?? 0) + amount)
  }
  for (const { type, amount, origin } of outcome.operations) {
    if (origin === 'witnessed' && isResult(type)) add(type, amount)
  }
  const witnessed = new Set(outcome.trades.flatMap(({ ticket, origin }) => (origin === 'witnessed' ? [ticket] : [])))
  for (const { record } of outcome.records) {
    if (!isTrade(record) || !witnessed.has(record.ticket)) continue
    add('commission', record.commission + (isDeal(record) ? record.fee : 0))
    const one = seenOf(seen, isDeal(record) ? record.position : record.ticket)
    const volume = isDeal(record) ? record.volume : record.lots
    const shown = one === undefined || one.volume === 0 ? 0 : Math.max(0, one.swap) * Math.min(1, volume / one.volume)
    add('swap', record.swap - shown)
  }
  return amounts
}

function tooGood(
  before: readonly number[],
  seen: Readonly<Seen>,
  facts: SyncFacts,
  thresholds: Thresholds,
  findings: Finding[],
): number[] {
  const { receipt } = facts.received
  const { result_share, result_repeats: threshold, unseen_days: within_days } = thresholds
  const since = receipt - within_days * DAY_MS
  const times = before.filter((at) => at > since)
  const closes = contradictedCloses(seen, facts, thresholds)
  if (closes.length === 0) return times
  const records = closes.slice(0, namedAtMost)
  findings.push(finding('result_contradicted', { records, threshold_share: result_share }, closes.length))
  const all = [...times, ...closes.map(() => receipt)].slice(-Math.max(20, threshold))
  if (all.length < threshold) return all
  findings.push(finding('results_invented', { records, found: all.length, threshold, within_days }, closes.length))
  return []
}
