import { expect, test } from 'vitest'
import { printedSummary, realAccount, realAccounts } from '#features/ea/server/testing/printed.ts'
import { injectedSender, replayed } from '#features/ea/server/testing/replayed.ts'
import { boundAccount } from '#features/ea/server/testing/stored.ts'
import { makeTrader } from '#features/ea/server/testing/world.ts'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import { tradeStatistics, type TradeSums } from '#features/performance/rules/statistics.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { tradeTotals } from './trade-queries.ts'

/** The sums behind a profile's statistics, beside what MetaTrader prints for the same account (`docs/ranking.md` 8.8). */

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { sql, clock } = kernel
const app = await testApp(kernel, registerCheckedEa)

/** Sends a real statement as an advisor would, and reads what its profile shows once the history counts. */
async function totalsOf(id: string) {
  const file = realAccount(id)
  const { trader_id, token } = await makeTrader(kernel)
  // Two of the statements are of one account: each becomes one of its own.
  const number = `${file.account.number}${realAccounts.indexOf(id)}`
  const own = { ...file, account: { ...file.account, number } }
  await replayed([own], { clock, boot: id, shift: false, send: injectedSender(app, token) })
  return tradeTotals(sql, await boundAccount(sql, trader_id), true)
}

/** A printed amount is rounded to cents, or to whole yen; a percent to two decimals. */
const closeTo = (printed: number, unit: number) => expect.closeTo(printed, unit === 1 ? 0 : 2)

/** MetaTrader counts a result of zero as won. */
const won = (sums: TradeSums) => sums.trades - sums.losses

const noTrades = { trades: 0, losses: 0 } as TradeSums
const side = (sums: TradeSums = noTrades) => ({
  count: sums.trades,
  won_percent: sums.trades === 0 ? 0 : (100 * won(sums)) / sums.trades,
})

// mt4-01 prints the short form; mt5-05 pays commissions on entries.
const detailed = realAccounts.filter((id) => id !== 'mt4-01' && id !== 'mt5-05')

test.each(detailed)('%s: the figures of its trades are those that MetaTrader prints', async (id) => {
  const printed = printedSummary(id)
  const money = (amount: number) => closeTo(amount, realAccount(id).account.currency === 'JPY' ? 1 : 0.01)
  const { all, sides } = await totalsOf(id)
  const statistics = tradeStatistics(all)
  const { trades, losses, gross, loss, profit } = all
  const shares = ({ count, won_percent }: { count: number; won_percent: number }) => ({
    count,
    won_percent: closeTo(won_percent, 0.01),
  })
  expect({
    net: profit,
    gross,
    loss: -loss,
    short: side(sides.get('sell')),
    long: side(sides.get('buy')),
    trades,
    losses,
    won: [won(all), (100 * won(all)) / trades],
    lost: (100 * losses) / trades,
    average_won: gross / won(all),
    ...statistics,
  }).toMatchObject({
    net: closeTo(printed.total_net_profit ?? Number.NaN, 0.01),
    gross: closeTo(printed.gross_profit, 0.01),
    loss: closeTo(Math.abs(printed.gross_loss), 0.01),
    short: shares(printed.short_positions),
    long: shares(printed.long_positions),
    trades: printed.total_trades,
    losses: printed.loss_trades.count,
    won: [printed.profit_trades.count, closeTo(printed.profit_trades.percent, 0.01)],
    lost: closeTo(printed.loss_trades.percent, 0.01),
    average_won: money(printed.average_profit_trade),
    average_loss: money(printed.average_loss_trade),
    profit_factor: closeTo(printed.profit_factor, 0.01),
    expectancy: closeTo(printed.expected_payoff, 0.01),
    best_trade: closeTo(printed.largest_profit_trade, 0.01),
    worst_trade: closeTo(printed.largest_loss_trade, 0.01),
  })
})

test('mt4-01 prints the result alone', async () => {
  const { all } = await totalsOf('mt4-01')
  expect(all.profit).toBeCloseTo(printedSummary('mt4-01').closed_trade_pl ?? Number.NaN, 6)
})

test('mt5-05: a commission on entry lowers the result of its exits, where MetaTrader prints it as a loss', async () => {
  const printed = printedSummary('mt5-05')
  const { deals = [] } = realAccount('mt5-05')
  const { all, sides } = await totalsOf('mt5-05')
  const entries = deals.filter(({ direction }) => direction === 'in').map(({ commission, fee }) => commission + fee)
  const costs = -entries.reduce((sum, cost) => sum + cost, 0)
  expect(costs).toBeGreaterThan(0)
  expect([all.trades, sides.get('sell')?.trades, sides.get('buy')?.trades]).toEqual([
    printed.total_trades,
    printed.short_positions.count,
    printed.long_positions.count,
  ])
  // Two exits lose by their share of it. One position is still open: its commission is in MetaTrader's loss alone.
  expect(won(all)).toBe(printed.profit_trades.count - 2)
  expect(all.profit - (printed.total_net_profit ?? Number.NaN)).toBeCloseTo(0.94, 6)
  expect(all.gross).toBeLessThan(printed.gross_profit)
  expect(all.gross).toBeGreaterThan(printed.gross_profit - costs)
})
