import { expect, test } from 'vitest'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { boundAccount } from '../testing/stored.ts'
import { dealOf, makeTrader, newLogin, sendSync, syncRequestOf, type RequestOptions } from '../testing/world.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { sql, clock } = kernel
const app = await testApp(kernel, registerCheckedEa)

test('the row of a roll-up that an earlier request brought is stored as late, and its money is no payment', async () => {
  const trader = await makeTrader(kernel)
  const login = newLogin()
  let seq = 0
  const send = async (options: Partial<RequestOptions>) => {
    clock.advance(2_000)
    seq += 1
    const reply = await sendSync(app, trader.token, syncRequestOf({ now: clock.now(), login, seq, ...options }))
    expect(reply.status).toBe(200)
  }
  const wall = Math.floor(clock.now() / 1000) + 7200
  const old = ['1', '2'].map((ticket) => dealOf({ ticket, time: wall - 86_400, profit: 500 }))
  await send({ items: old, balance: 1000 })
  // The broker writes one row for both. Before the history is read again a trade closes.
  const row = dealOf({ ticket: '3', time: wall - 3_600, profit: 1000 })
  const entry = dealOf({ ticket: '4', time: wall, position: '4', type: 'buy', symbol: 'EURUSD', volume: 1, price: 1 })
  const exit = { ...entry, ticket: '5', type: 'sell' as const, entry: 'out' as const, profit: 100 }
  const shown = [row, entry, exit]
  await send({ items: [row], shown, more: true, balance: 1100 })
  await send({ items: [entry, exit], shown, balance: 1100 })
  const account_id = await boundAccount(sql, trader.trader_id)
  expect(await sql`select ticket from ledger_record where account_id = ${account_id} and late and consumed`).toEqual([
    { ticket: '3' },
  ])
  expect(
    await sql`select ticket, origin from balance_operation where account_id = ${account_id} and ticket = '3'`,
  ).toEqual([{ ticket: '3', origin: 'late' }])
  expect(await sql`select inflow, outflow, growth from daily_row where account_id = ${account_id}`).toEqual([
    { inflow: 1000, outflow: 0, growth: 1.1 },
  ])
})
