import { describe, expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { replacedTokenMessage, syncRefusals } from '../../sync-contract.ts'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import { eaStatus } from '../service.ts'
import { boundAccount } from '../testing/stored.ts'
import { unpackAccount } from '../testing/unpacked.ts'
import { dealOf, givePlan, makeTrader, newLogin, sendSync, syncRequestOf, type SyncReply } from '../testing/world.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const limited = await testKernel({ env: { EA_MIN_INTERVAL_S: '20' } })
const { sql, clock } = kernel
const app = await testApp(kernel, registerCheckedEa)
const limitedApp = await testApp(limited, registerCheckedEa)
const now = () => clock.now()

/** Status, header and body say the same, in the advisor's shape and in the site's. */
function expectRefusal(reply: SyncReply, code: keyof typeof syncRefusals): void {
  const [status] = syncRefusals[code]
  expect(reply.status).toBe(status)
  expect(reply.headers).toMatchObject({
    'x-ea-code': code,
    'content-type': expect.stringContaining('application/json'),
  })
  expect(reply.headers).not.toHaveProperty('set-cookie')
  expect(reply.body).toMatchObject({ ok: false, code, message: expect.stringMatching(/./), detail: reply.body.message })
  expect(String(reply.headers['retry-after'])).toBe(String(reply.body.retry_after))
}

async function accounts(): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*) as count from trading_account`
  return row?.count ?? -1
}

describe('tokens', () => {
  test('an unknown, a missing and a replaced one are the same 401, for any body', async () => {
    const trader = await makeTrader(kernel)
    const request = syncRequestOf({ now: now() })
    const unknown = kernel.secrets.newToken('tt_ea_')
    for (const token of [unknown, 'tt_ea_short', trader.token.toUpperCase()])
      for (const body of [request, '{', { v: 1 }]) expectRefusal(await sendSync(app, token, body), 'TOKEN_INVALID')
    const bare = await app.inject({ method: 'POST', url: '/api/ea/sync', payload: JSON.stringify(request) })
    expect(bare.statusCode).toBe(401)
    await app.inject({ method: 'POST', url: '/api/generate-ea-token', headers: trader.headers })
    expectRefusal(await sendSync(app, trader.token, request), 'TOKEN_INVALID')
  })
  test('the owner reads that a terminal still sends the one that was replaced, until the new one comes; strangers leave no trace', async () => {
    const trader = await makeTrader(kernel)
    const login = newLogin()
    const request = () => syncRequestOf({ now: now(), login })
    const status = () => eaStatus(kernel, trader.trader_id, { withToken: true })
    await app.inject({ method: 'POST', url: '/api/generate-ea-token', headers: trader.headers })
    expectRefusal(await sendSync(app, kernel.secrets.newToken('tt_ea_'), request()), 'TOKEN_INVALID')
    expect((await status())?.last_error).toBeNull()
    expectRefusal(await sendSync(app, trader.token, request()), 'TOKEN_INVALID')
    const ownStatus = await status()
    expect(ownStatus?.last_error).toBe(replacedTokenMessage)
    clock.advance(1000)
    expect((await sendSync(app, ownStatus?.ea_token ?? '', request())).status).toBe(200)
    expect((await status())?.last_error).toBeNull()
  })
  test('blanks around it and any content type are forgiven', async () => {
    const trader = await makeTrader(kernel)
    const reply = await app.inject({
      method: 'POST',
      url: '/api/ea/sync',
      headers: { authorization: `  bearer   ${trader.token}  `, 'content-type': 'text/plain' },
      payload: `${JSON.stringify(syncRequestOf({ now: now() }))}\0`,
    })
    expect(reply.statusCode).toBe(200)
  })
})

describe('people', () => {
  test('without a plan, or with one that has ended, cannot sync', async () => {
    const trader = await makeTrader(kernel, { planDays: null })
    const request = syncRequestOf({ now: now(), items: [dealOf({ ticket: '1', time: 1, profit: 1000 })] })
    expectRefusal(await sendSync(app, trader.token, request), 'SUBSCRIPTION_REQUIRED')
    await givePlan(kernel, trader.trader_id, -1)
    expectRefusal(await sendSync(app, trader.token, request), 'SUBSCRIPTION_REQUIRED')
    await givePlan(kernel, trader.trader_id, 1)
    expect((await sendSync(app, trader.token, request)).status).toBe(200)
  })
  test('are refused further records of an account that exceeds its limit', async () => {
    const trader = await makeTrader(kernel)
    const deposit = dealOf({ ticket: '1', time: 1_700_000_000, profit: 1000 })
    const request = syncRequestOf({ now: now(), items: [deposit] })
    expect((await sendSync(app, trader.token, request)).status).toBe(200)
    await unpackAccount(sql, await boundAccount(sql, trader.trader_id))
    await sql`
      update trading_account set intake = jsonb_set(intake, '{ledger,count}', '200000') where trader_id = ${trader.trader_id}`
    const { login } = request.account
    const further = syncRequestOf({ now: now(), seq: 2, login, items: [{ ...deposit, ticket: '2' }] })
    expectRefusal(await sendSync(app, trader.token, further), 'FORBIDDEN')
    expect((await sendSync(app, trader.token, syncRequestOf({ now: now(), seq: 3, login }))).status).toBe(200)
  })
  test('who were deactivated are refused', async () => {
    const trader = await makeTrader(kernel)
    await sql`update trader set deactivated_at = ${new Date(now()).toISOString()} where trader_id = ${trader.trader_id}`
    const reply = await sendSync(app, trader.token, syncRequestOf({ now: now() }))
    expectRefusal(reply, 'FORBIDDEN')
    expect(await sql`select 1 from trading_account where trader_id = ${trader.trader_id}`).toEqual([])
  })
  test('read the last refusal in their status, until a sync is accepted', async () => {
    const trader = await makeTrader(kernel, { planDays: null })
    const request = syncRequestOf({ now: now() })
    await sendSync(app, trader.token, request)
    const status = () => eaStatus(kernel, trader.trader_id, { withToken: false })
    expect((await status())?.last_error).toBe(syncRefusals.SUBSCRIPTION_REQUIRED[1])
    await givePlan(kernel, trader.trader_id, 1)
    clock.advance(1000)
    await sendSync(app, trader.token, request)
    expect((await status())?.last_error).toBeNull()
    clock.advance(1000)
    await sendSync(app, trader.token, '{')
    expect((await status())?.last_error).toBe(syncRefusals.BAD_JSON[1])
  })
})

describe('accounts', () => {
  test('the first sync binds, and replaces the declared account', async () => {
    const trader = await makeTrader(kernel)
    const login = newLogin()
    const request = syncRequestOf({ now: now(), login, server: 'Bound-Live' })
    expect((await sendSync(app, trader.token, request)).status).toBe(200)
    const declared = await sql`select broker_server, account_number from trader where trader_id = ${trader.trader_id}`
    expect(declared).toEqual([{ broker_server: 'Bound-Live', account_number: login }])
    for (const other of [
      syncRequestOf({ now: now(), login: newLogin(), server: 'Bound-Live', seq: 2 }),
      syncRequestOf({ now: now(), login, server: 'Other-Live', seq: 2 }),
      syncRequestOf({ now: now(), login, server: 'Bound-Live', platform: 'MT4', seq: 2 }),
    ]) {
      const reply = await sendSync(app, trader.token, other)
      expectRefusal(reply, 'ACCOUNT_MISMATCH')
      expect(reply.body.message).toContain(login)
    }
    // A new token keeps the binding.
    const fresh = await app.inject({ method: 'POST', url: '/api/generate-ea-token', headers: trader.headers })
    const { ea_token } = fresh.json<{ ea_token: string }>()
    const other = syncRequestOf({ now: now(), login: newLogin(), seq: 3 })
    expectRefusal(await sendSync(app, ea_token, other), 'ACCOUNT_MISMATCH')
    expect((await sendSync(app, ea_token, { ...request, sync: { ...request.sync, seq: 3 } })).status).toBe(200)
  })
  test('one account belongs to one user', async () => {
    const [one, two] = [await makeTrader(kernel), await makeTrader(kernel)]
    const request = syncRequestOf({ now: now() })
    await sendSync(app, one.token, request)
    const reply = await sendSync(app, two.token, request)
    expectRefusal(reply, 'ACCOUNT_MISMATCH')
    expect(reply.body.message).toMatch(/^Questo conto è già collegato a un altro utente\. È tuo\?/)
    expect(reply.body.message).not.toContain(request.account.login)
  })
  test.each([
    ['in one spelling', {}],
    ['under two platforms', { platform: 'MT4' as const, server: 'Broker-Live 01' }],
  ])('one of two users who claim the same account at the same moment gets it, %s', async (_how, other) => {
    const traders = [await makeTrader(kernel), await makeTrader(kernel), await makeTrader(kernel)]
    const named = { now: now(), login: newLogin(), server: 'Broker-Live 1' }
    const replies = await Promise.all(
      traders.map(({ token }, index) => sendSync(app, token, syncRequestOf({ ...named, ...(index === 1 && other) }))),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  })
})

describe('bodies', () => {
  test('that are no JSON are 400', async () => {
    const trader = await makeTrader(kernel)
    for (const body of ['', '{', 'NaN', '{"v":1,"balance":NaN}', '<html>']) {
      const reply = await sendSync(app, trader.token, body)
      expectRefusal(reply, 'BAD_JSON')
      expect(reply.body.errors).toBeUndefined()
    }
  })
  test('that are no UTF-8 are 400', async () => {
    const trader = await makeTrader(kernel)
    const request = syncRequestOf({ now: now() })
    const text = JSON.stringify({ ...request, account: { ...request.account, company: 'Società' } })
    const send = (encoding: BufferEncoding) =>
      app.inject({
        method: 'POST',
        url: '/api/ea/sync',
        headers: { authorization: `Bearer ${trader.token}` },
        payload: Buffer.from(text, encoding),
      })
    const refused = await send('latin1')
    expect([refused.statusCode, refused.headers['x-ea-code']]).toEqual([400, 'BAD_JSON'])
    expect((await send('utf8')).statusCode).toBe(200)
  })
  test('of the wrong shape are 422 with a sentence for each error, and store nothing', async () => {
    const trader = await makeTrader(kernel)
    const before = await accounts()
    const good = syncRequestOf({ now: now(), items: [dealOf({ ticket: '1', time: 1, profit: 1 })] })
    const { seq: _, ...sync } = good.sync
    const bad = {
      ...good,
      sync,
      snapshot: { ...good.snapshot, balance: 'NaN', open_count: -1 },
      ledger: { ...good.ledger, count: -5 },
      account: { ...good.account, login: 'x', company: 'a\0b' },
      history: { ...good.history, items: [{ ...good.history.items[0], ticket: 12, profit: null }] },
    }
    const reply = await sendSync(app, trader.token, bad)
    expectRefusal(reply, 'INVALID')
    expect(reply.body.errors?.toSorted()).toEqual([
      'account.company: contiene caratteri non ammessi.',
      'account.login: deve essere il numero del conto scritto come testo.',
      'history.items.0.profit: deve essere un numero finito.',
      'history.items.0.ticket: deve essere un numero scritto come testo.',
      'ledger.count: non può essere negativo.',
      'snapshot.balance: deve essere un numero finito.',
      'snapshot.open_count: non può essere negativo.',
      'sync.seq: manca.',
    ])
    // JSON numbers can exceed a double.
    const huge = JSON.stringify(good).replace('"equity":1000', '"equity":1e999')
    expect((await sendSync(app, trader.token, huge)).body.errors).toEqual([
      'snapshot.equity: deve essere un numero finito.',
    ])
    for (const body of ['null', '[]', '3', '"x"']) expectRefusal(await sendSync(app, trader.token, body), 'INVALID')
    expect(await accounts()).toBe(before)
  })
  test('with unknown keys are accepted, and their values are stored nowhere', async () => {
    const trader = await makeTrader(kernel)
    const request = { ...syncRequestOf({ now: now() }), ['__proto__x']: { a: 1 }, extra: 'text' }
    const polluted = JSON.stringify(request).replace('"extra"', '"__proto__":{"is_admin":true},"extra"')
    expect((await sendSync(app, trader.token, polluted)).status).toBe(200)
    expect(({} as Record<string, unknown>)['is_admin']).toBeUndefined()
  })
  test('over their limit are 413', async () => {
    const trader = await makeTrader(kernel)
    const body = { ...syncRequestOf({ now: now() }), padding: 'x'.repeat(512 * 1024) }
    expectRefusal(await sendSync(app, trader.token, body), 'BATCH_TOO_LARGE')
    const fits = { ...syncRequestOf({ now: now() }), padding: 'x'.repeat(510 * 1024) }
    expect((await sendSync(app, trader.token, fits)).status).toBe(200)
  })
  test('of an outdated advisor are 426', async () => {
    const trader = await makeTrader(kernel)
    expectRefusal(await sendSync(app, trader.token, syncRequestOf({ now: now(), version: '0.9.9' })), 'EA_TOO_OLD')
    expect((await sendSync(app, trader.token, syncRequestOf({ now: now(), version: '1.0' }))).status).toBe(200)
  })
})

test('above the agreed rate are 429, except for batches that follow one another', async () => {
  const trader = await makeTrader(limited)
  const login = newLogin()
  let seq = 0
  const send = (more: boolean) => {
    seq += 1
    return sendSync(
      limitedApp,
      trader.token,
      syncRequestOf({ now: limited.clock.now(), login, seq, more, balance: seq }),
    )
  }
  for (let turn = 0; turn < 3; turn += 1) expect((await send(false)).status).toBe(200)
  const refused = await send(false)
  expectRefusal(refused, 'TOO_MANY_REQUESTS')
  expect(refused.body.retry_after).toBeGreaterThanOrEqual(30)
  const [row] = await limited.sql<{ sync_count: number; balance: number }[]>`
    select sync_count, balance from trading_account where trader_id = ${trader.trader_id}`
  expect(row).toEqual({ sync_count: 3, balance: 3 })
  limited.clock.advance(20_000)
  for (let turn = 0; turn < 20; turn += 1) expect((await send(true)).status).toBe(200)
})
