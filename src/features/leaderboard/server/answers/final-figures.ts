import type { AccountFigures } from '#features/integrity/closing.ts'
import type { Rates } from '#features/performance/rules/currency.ts'
import type { Transaction } from '#server/database/database.ts'
import { moneyOf } from '#shared/rounding.ts'
import { evaluateById } from './trader.ts'

/**
 * The account's figures as the transaction reads them; null when the trader has no profile any more.
 * @param rank the trader's place in the newest snapshot
 * @param now milliseconds UTC
 */
export async function finalFigures(
  tx: Transaction,
  traderId: string,
  rank: number | null,
  { rates, now }: { rates: Rates; now: number },
): Promise<AccountFigures | null> {
  const evaluated = await evaluateById(tx, traderId, rates, now)
  if (evaluated === null) return null
  const { entry, eligible } = evaluated.trader
  const { engine, digits } = evaluated.row
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
  }
}
