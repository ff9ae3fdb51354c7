import { judgeTrader } from '#features/leaderboard/server/service.ts'
import type { Rates } from '#features/performance/rules/currency.ts'
import type { Transaction } from '#server/database.ts'
import { moneyOf } from '#shared/rounding.ts'
import type { ClosingFigures } from '../closing.ts'
import { openCases } from './closing-queries.ts'

/** What the account shows at its end; null where its trader has no profile any more. */
export async function finalFigures(
  tx: Transaction,
  traderId: string,
  accountId: string,
  { rates, rank, now }: { rates: Rates; rank: number | null; now: number },
): Promise<ClosingFigures | null> {
  const judged = await judgeTrader(tx, traderId, rates, now)
  if (judged === null) return null
  const { entry, eligible } = judged.trader
  const { engine, digits } = judged.row
  return {
    roi_total: entry.roi_total,
    roi_90: entry.roi_90,
    drawdown_max: entry.drawdown_max,
    win_rate: entry.win_rate,
    total_trades: entry.total_trades,
    days_count: entry.days_count,
    account_currency: entry.account_currency,
    account_balance: moneyOf(engine?.snapshot.balance ?? null, digits),
    rank: eligible ? rank : null,
    verification_level: entry.verification_level,
    open_cases: await openCases(tx, accountId),
  }
}
