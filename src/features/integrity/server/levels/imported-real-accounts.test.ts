import { expect, test } from 'vitest'
import { registerCheckedEa } from '../testing/checked-ea.ts'
import { realAccount } from '#features/ea/server/testing/printed.ts'
import { injectedSender, replayed } from '#features/ea/server/testing/replayed.ts'
import { makeTrader } from '#features/ea/server/testing/world.ts'
import { operationKind } from '#features/performance/rules/history.ts'
import { loadRates } from '#features/performance/server/service.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { storeImported } from './imported.ts'
import { boundAccount } from '#features/ea/server/testing/stored.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { sql, clock } = kernel
const app = await testApp(kernel, registerCheckedEa)

/** Sends a real statement as an advisor would, all of it history. */
async function imported(id: string): Promise<string> {
  const { trader_id, token } = await makeTrader(kernel)
  await replayed([realAccount(id)], { clock, boot: id, shift: false, send: injectedSender(app, token) })
  return boundAccount(sql, trader_id)
}

/** Statements that cover a period only: what the account held before it comes in as an opening flow (`docs/ranking.md` 5.2). */
const openingBalances: Record<string, number> = { 'mt4-02': 1000, 'mt4-06': 2533.5 }

const ids = [
  'mt4-01',
  'mt4-02',
  'mt4-03',
  'mt4-04',
  'mt4-05',
  'mt4-06',
  'mt4-07',
  'mt5-01',
  'mt5-02',
  'mt5-03',
  'mt5-04',
  'mt5-05',
]

test.each(ids)('the history of %s would count whole: every trade, every result, no money from nowhere', async (id) => {
  const account = await imported(id)
  const rates = await loadRates(sql)
  await sql.begin((tx) => storeImported(tx, account, rates))
  const [held] = await sql<{ trades: number; net: number; balance: number; equity: number }[]>`
      select imported_trades as trades, imported_net as net, opening_balance as balance,
             opening_equity - opening_credit as equity
        from trading_account where account_id = ${account}`
  const rows = await sql<
    { trades: number; profit: number; flow: number; equity_end: number; balance_end: number; growth: number }[]
  >`
      select trades, profit, inflow - outflow as flow, equity_end, balance_end, growth
        from imported_row where account_id = ${account} order by day`
  const operations = await sql<{ type: string; amount: number }[]>`
      select type, amount from balance_operation where account_id = ${account} and origin = 'imported'`
  const flows = operations.filter(({ type, amount }) => operationKind(type, amount) === 'flow')
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

  expect(held?.trades).toBeGreaterThan(0)
  expect(sum(rows.map((row) => row.trades))).toBe(held?.trades)
  expect(sum(rows.map((row) => row.profit))).toBeCloseTo(held?.net ?? Number.NaN, 6)
  const known = sum(flows.map(({ amount }) => amount)) + (openingBalances[id] ?? 0)
  expect(sum(rows.map((row) => row.flow))).toBeCloseTo(known, 6)
  // A loss that was open at the first snapshot belongs to the witnessed part.
  expect(rows.at(-1)?.equity_end).toBeCloseTo(Math.max(held?.equity ?? Number.NaN, held?.balance ?? Number.NaN), 6)
  expect(rows.at(-1)?.balance_end).toBeCloseTo(held?.balance ?? Number.NaN, 6)
  expect(rows.every(({ growth }) => growth >= 0)).toBe(true)
})
