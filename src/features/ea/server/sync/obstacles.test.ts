import { describe, expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { syncRefusals } from '../../sync-contract.ts'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import { eaStatus } from '../service.ts'
import { dealOf, makeTrader, newLogin, sendSync, syncRequestOf, type RequestOptions } from '../testing/world.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { sql, clock } = kernel
const app = await testApp(kernel, registerCheckedEa)
const wall = () => Math.floor(clock.now() / 1000) + 7200

/** An account with 1,000 and a first snapshot. */
async function opened(more: Partial<RequestOptions> = {}) {
  const { token, trader_id } = await makeTrader(kernel)
  const login = newLogin()
  const capital = dealOf({ ticket: '1', time: wall() - 90_000, profit: 1000 })
  let seq = 0
  const send = (options: Partial<RequestOptions>) => {
    clock.advance(300_000)
    seq += 1
    return sendSync(app, token, syncRequestOf({ now: clock.now(), login, seq, shown: [capital], ...more, ...options }))
  }
  const row = async () => {
    const [account] = await sql`
      select trade_mode, currency, balance, equity, sync_count,
             array(select code from integrity_tag tag where tag.account_id = account.account_id) as tags
        from trading_account account where trader_id = ${trader_id}`
    return account
  }
  const lastError = async () => (await eaStatus(kernel, trader_id, { withToken: false }))?.last_error
  expect((await send({ items: [capital] })).status).toBe(200)
  return { send, row, lastError, capital }
}

describe('an account', () => {
  test('never becomes another kind: a request that says so counts as nothing, and its owner is notified', async () => {
    const { send, row, lastError } = await opened({ tradeMode: 'demo' })
    const reply = await send({ tradeMode: 'real', balance: 5000 })
    expect(reply).toMatchObject({ status: 200, body: { level: 'warn', message: expect.stringContaining('demo') } })
    expect(await lastError()).toBe(reply.body.message)
    expect(await row()).toMatchObject({
      trade_mode: 'demo',
      balance: 1000,
      sync_count: 2,
      tags: ['trade_mode_changed'],
    })
    await send({ tradeMode: 'real', connected: false })
    expect(await row()).toMatchObject({ trade_mode: 'demo', balance: 1000 })
    await send({})
    expect(await lastError()).toBeNull()
  })
  test('in another currency counts as nothing, and its owner is notified', async () => {
    const { send, row, lastError } = await opened()
    const reply = await send({ currency: 'USD', balance: 5000 })
    expect(reply.body).toMatchObject({ level: 'warn', message: expect.stringContaining('valuta') })
    expect(await lastError()).toBe(reply.body.message)
    expect(await row()).toMatchObject({ currency: 'EUR', balance: 1000, tags: ['currency_changed'] })
  })
  test('whose equity does not add up counts as nothing; its records wait for better figures', async () => {
    const { send, row, lastError, capital } = await opened()
    const trade = [
      dealOf({ ticket: '2', time: wall() + 10, position: '2', type: 'buy', symbol: 'X', volume: 1 }),
      dealOf({
        ticket: '3',
        time: wall() + 20,
        position: '2',
        type: 'sell',
        entry: 'out',
        symbol: 'X',
        volume: 1,
        profit: 5,
      }),
    ]
    const shown = [capital, ...trade]
    const reply = await send({ items: trade, shown, balance: 1005, equity: 50_000, openCount: 0 })
    expect(reply.body).toMatchObject({ level: 'warn', message: expect.stringContaining('non tornano') })
    expect(await lastError()).toBe(reply.body.message)
    expect(await row()).toMatchObject({ equity: 1000, tags: ['equity_mismatch'] })
    await send({ shown, balance: 1005 })
    expect(await row()).toMatchObject({ equity: 1005 })
    expect(await lastError()).toBeNull()
  })
})

test('a terminal without its broker binds nothing, and a bound account goes on', async () => {
  const { token, trader_id } = await makeTrader(kernel)
  const request = syncRequestOf({ now: clock.now() })
  const away = { ...request, time: { ...request.time, connected: false } }
  const refused = await sendSync(app, token, {
    ...away,
    account: { ...request.account, trade_mode: 'demo' as const },
  })
  expect(refused).toMatchObject({
    status: 503,
    body: {
      code: 'UNAVAILABLE',
      message: 'Il terminale non è ancora collegato al broker: attendo. Se dura, controlla il login nel terminale.',
    },
  })
  const bound = () => sql`select trade_mode from trading_account where trader_id = ${trader_id}`
  expect(await bound()).toEqual([])
  expect((await sendSync(app, token, request)).status).toBe(200)
  expect(await bound()).toEqual([{ trade_mode: request.account.trade_mode }])
  const later = { ...away, sync: { ...away.sync, seq: away.sync.seq + 1 } }
  expect((await sendSync(app, token, later)).status).toBe(200)
})

test('credit below zero never passes for own money', async () => {
  const { token, trader_id } = await makeTrader(kernel)
  const request = syncRequestOf({ now: clock.now() })
  const { balance } = request.snapshot
  const lent = { credit: -5000, equity: balance }
  expect((await sendSync(app, token, { ...request, snapshot: { ...request.snapshot, ...lent } })).status).toBe(200)
  const rows = await sql`select balance, equity, credit from trading_account where trader_id = ${trader_id}`
  expect(rows).toEqual([{ balance, equity: balance, credit: 0 }])
})

test.each([
  ['a balance beyond 10^12', { balance: 1.1e12 }, 'snapshot.balance: è un importo impossibile.'],
  ['equity beyond 10^12', { equity: -1.1e12 }, 'snapshot.equity: è un importo impossibile.'],
])('%s is refused with a sentence', async (_name, snapshot, sentence) => {
  const { token } = await makeTrader(kernel)
  const request = syncRequestOf({ now: clock.now() })
  const reply = await sendSync(app, token, { ...request, snapshot: { ...request.snapshot, ...snapshot } })
  expect(reply).toMatchObject({ status: syncRefusals.INVALID[0], body: { code: 'INVALID', errors: [sentence] } })
})
