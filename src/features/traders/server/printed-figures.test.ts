import { expect, test } from 'vitest'
import type { LedgerRecord } from '#features/ea/rules/records.ts'
import { printedSummary, realAccount, realAccounts } from '#features/ea/server/testing/printed.ts'
import { injectedSender, replayed } from '#features/ea/server/testing/replayed.ts'
import { boundAccount, storedOf } from '#features/ea/server/testing/stored.ts'
import { makeTrader } from '#features/ea/server/testing/world.ts'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import { tradeStatistics, type TradeSums } from '#features/performance/rules/statistics.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { importedDays } from './performance-queries.ts'
import { terminalReport } from './testing/terminal-report.ts'
import { tradeTotals } from './trade-queries.ts'

/** The stored records of real accounts give every figure that MetaTrader prints for them (`docs/ranking.md` 8.9). */

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { sql, clock } = kernel
const app = await testApp(kernel, registerCheckedEa)

/** Figures of a moment at the broker, and taxes, which the advisor sends inside the commission. */
const unknown = new Set(['margin', 'free_margin', 'margin_level_percent', 'taxes'])

const statements = new Map<string, ReturnType<typeof sendStatement>>()

/** The account of a statement, sent once. */
function sentStatement(id: string): ReturnType<typeof sendStatement> {
  const sent = statements.get(id) ?? sendStatement(id)
  statements.set(id, sent)
  return sent
}

/** Sends a real statement as an advisor would. */
async function sendStatement(id: string) {
  const file = realAccount(id)
  const { trader_id, token } = await makeTrader(kernel)
  // Two of the statements are of one account: each becomes one of its own.
  const number = `${file.account.number}${realAccounts.indexOf(id)}`
  const own = { ...file, account: { ...file.account, number } }
  await replayed([own], { clock, boot: id, shift: false, send: injectedSender(app, token) })
  const accountId = await boundAccount(sql, trader_id)
  const rows = await sql<{ record: LedgerRecord; net: number }[]>`
    select record, net from ledger_record where account_id = ${accountId} order by broker_time, length(ticket), ticket`
  return {
    file,
    stored: await storedOf(sql, trader_id),
    records: rows.map(({ record }) => record),
    net: rows.reduce((sum, { net }) => sum + net, 0),
    totals: await tradeTotals(sql, accountId, true),
    days: await importedDays(sql, accountId),
    imported: await importedSums(accountId),
  }
}

/** The sums of stored records from before the first snapshot. */
async function importedSums(accountId: string): Promise<{ trades: number; booked: number } | undefined> {
  const [sums] = await sql<{ trades: number; booked: number }[]>`
    select (select count(*)::int from trade where account_id = ${accountId} and origin = 'imported') as trades, sum(net) as booked
      from ledger_record join trading_account using (account_id)
     where account_id = ${accountId} and at <= first_snapshot_at and not late`
  return sums
}

test.each(realAccounts)('%s: the stored days before the first sync hold all imported records', async (id) => {
  const { days, imported } = await sentStatement(id)
  expect(days.reduce((sum, { trades }) => sum + trades, 0)).toBe(imported?.trades)
  expect(days.reduce((sum, { booked }) => sum + booked, 0)).toBeCloseTo(imported?.booked ?? Number.NaN, 4)
  expect(days.length).toBeGreaterThan(0)
})

test.each(realAccounts)('%s: every figure that MetaTrader prints follows from the stored records', async (id) => {
  const { file, stored, records, net } = await sentStatement(id)
  const isYen = file.account.currency === 'JPY'
  const openSwaps = file.open_trades.reduce((sum, { swap }) => sum + swap, 0)
  const report = terminalReport(records, stored.balance - net)
  const computed: Record<string, unknown> = {
    ...report,
    gross_loss: file.platform === 'MT4' ? -report.gross_loss : report.gross_loss,
    balance: stored.balance,
    equity: stored.equity,
    credit_facility: stored.credit,
    // MT5 prints the floating result without the swaps of open positions, which its equity holds.
    floating_pl: stored.equity - stored.balance - stored.credit - (file.platform === 'MT5' ? openSwaps : 0),
  }
  expect(computed).toMatchObject(near(printedSummary(id), (printed) => printedDigits(printed, isYen)))
})

/** As many decimals as are printed: whole yen, at least two of everything else. */
function printedDigits(printed: number, isYen: boolean): number {
  const decimals = String(printed).split('.')[1]?.length ?? 0
  return isYen && decimals === 0 ? 0 : Math.max(2, decimals)
}

/** The same figures, each as near as its digits ask. */
function near(figures: object, digits: (figure: number) => number): object {
  const known = Object.entries(figures).filter(([name]) => !unknown.has(name))
  return Object.fromEntries(
    known.map(([name, value]) => [name, typeof value === 'number' ? close(value, digits(value)) : near(value, digits)]),
  )
}

const close = (figure: number, digits: number): unknown => expect.closeTo(figure, digits)

/** MetaTrader counts a result of zero as won. */
const won = (sums: TradeSums) => sums.trades - sums.losses

function sideOf(sums: TradeSums | undefined) {
  return { count: sums?.trades ?? 0, won_percent: sums === undefined ? 0 : (100 * won(sums)) / sums.trades }
}

// mt5-05 pays commissions on entries.
test.each(realAccounts.filter((id) => id !== 'mt5-05'))(
  '%s: a profile shows the same figures of trades',
  async (id) => {
    const { records, totals } = await sentStatement(id)
    const { all, sides } = totals
    const { profit_factor, expectancy, average_loss, best_trade, worst_trade } = tradeStatistics(all)
    const shown = {
      total_net_profit: all.profit,
      gross_profit: all.gross,
      gross_loss: all.loss,
      profit_factor,
      expected_payoff: expectancy,
      total_trades: all.trades,
      short_positions: sideOf(sides.get('sell')),
      long_positions: sideOf(sides.get('buy')),
      profit_trades: { count: won(all), percent: (100 * won(all)) / all.trades },
      loss_trades: { count: all.losses, percent: (100 * all.losses) / all.trades },
      largest_profit_trade: best_trade,
      largest_loss_trade: worst_trade,
      average_profit_trade: all.gross / won(all),
      average_loss_trade: average_loss,
    }
    expect(terminalReport(records, 0)).toMatchObject(near(shown, () => 6))
  },
)

test('mt5-05: a commission on entry lowers the result of its exits, where MetaTrader prints it as a loss', async () => {
  const printed = printedSummary('mt5-05')
  const { file, totals } = await sentStatement('mt5-05')
  const { all, sides } = totals
  const entries = (file.deals ?? []).filter(({ direction }) => direction === 'in')
  const costs = -entries.reduce((sum, { commission, fee }) => sum + commission + fee, 0)
  expect(costs).toBeGreaterThan(0)
  expect({ short: sides.get('sell')?.trades, long: sides.get('buy')?.trades }).toEqual({ short: 118, long: 84 })
  expect(all.trades).toBe(printed.total_trades)
  // Two exits lose by their share of it. One position is still open: its commission is in MetaTrader's loss alone.
  expect(won(all)).toBe(printed.profit_trades.count - 2)
  expect(all.profit - (printed.total_net_profit ?? Number.NaN)).toBeCloseTo(0.94, 6)
  expect(all.gross).toBeLessThan(printed.gross_profit)
  expect(all.gross).toBeGreaterThan(printed.gross_profit - costs)
})
