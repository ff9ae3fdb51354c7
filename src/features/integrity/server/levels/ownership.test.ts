import { expect, test } from 'vitest'
import {
  makeTrader,
  newLogin,
  sendSync,
  syncRequestOf,
  type RequestOptions,
} from '#features/ea/server/testing/world.ts'
import type { SyncRequest } from '#features/ea/sync-contract.ts'
import { until } from '#server/testing/until.ts'
import { person } from '#server/testing/people.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { DAY_MS } from '#shared/dates.ts'
import type { createOwnershipCode } from '../../contract.ts'
import { reviewScene } from '../testing/review-scene.ts'

const { kernel, app, leaderboard, own, profile, call, ranked, prove } = await reviewScene()
const { sql, clock } = kernel
await leaderboard.start()

type Code = ResponseOf<typeof createOwnershipCode>
const ask = (who: Parameters<typeof call>[2]) => call('POST', '/api/account/ownership-code', who)
const iso = (instant: number) => new Date(instant).toISOString()

/** A trader whose terminal has synced once; `send` syncs five minutes later. */
async function connected() {
  const trader = await makeTrader(kernel)
  const login = newLogin()
  let seq = 0
  const send = async (
    comments: string[] | null,
    /** `trade_allowed` null: the advisor does not say. */
    options: Partial<RequestOptions> & { trade_allowed?: boolean | null } = {},
  ) => {
    clock.advance(300_000)
    seq += 1
    const { trade_allowed = true, ...more } = options
    const request: SyncRequest = syncRequestOf({ login, seq, now: clock.now(), ...more })
    if (trade_allowed === null) delete request.account.trade_allowed
    else request.account.trade_allowed = trade_allowed
    if (comments !== null) request.orders = comments.map((comment, index) => ({ ticket: String(index + 1), comment }))
    const reply = await sendSync(app, trader.token, request)
    expect(reply.status).toBe(200)
    return request
  }
  await send(null)
  return { trader, send }
}

test('a pending order with the code, then deleted, proves the ownership', async () => {
  const { trader, send } = await connected()
  const reply = await ask(trader)
  expect(reply.statusCode).toBe(200)
  const { code, expires_at, message } = reply.json<Code>()
  expect(code).toMatch(/^TT-[A-HJKMNP-Z2-9]{8}$/)
  expect(message).toContain(code)
  expect(expires_at).toBe(iso(clock.now() + DAY_MS))
  expect((await own(trader)).ownership).toMatchObject({ code, expires_at, seen_at: null, proven_at: null })
  // Two requests give one code.
  clock.advance(1_000)
  expect((await ask(trader)).json()).toMatchObject({ code, expires_at })

  await send(['TT-AAAA2222'])
  await send(['TT-AAAA2222', code])
  const seen_at = iso(clock.now())
  expect((await own(trader)).ownership).toMatchObject({ code, seen_at, proven_at: null })
  expect((await ask(trader)).json<Code>().message).toContain('cancellalo')
  await send([code])
  expect(await own(trader)).toMatchObject({ level: 'L1', ownership: { seen_at, proven_at: null } })

  await send(null)
  const proven_at = iso(clock.now())
  expect(await own(trader)).toMatchObject({
    level: 'L2',
    ownership: { code: null, expires_at: null, seen_at, proven_at },
  })
  await until(() => leaderboard.snapshot().byId(trader.trader_id)?.entry.verification_level === 'L2', 2_000)
  expect((await profile(trader)).verification_level).toBe('L2')
  const again = await ask(trader)
  expect([again.statusCode, again.json<{ error_type: string }>().error_type]).toEqual([409, 'OWNERSHIP_PROVEN'])
  await send([code])
  expect((await own(trader)).ownership.proven_at).toBe(proven_at)
})

test('nothing is proven with the investor password, without a word of it, nor without the broker', async () => {
  const { trader, send } = await connected()
  const { code } = (await ask(trader)).json<Code>()
  await send([code], { trade_allowed: false })
  await send([code], { trade_allowed: null })
  await send([code], { connected: false })
  expect((await own(trader)).ownership.seen_at).toBeNull()
  await send([code])
  await send([], { trade_allowed: false })
  await send([], { trade_allowed: null })
  await send([], { connected: false })
  expect((await own(trader)).ownership.proven_at).toBeNull()
  await send([])
  expect((await own(trader)).level).toBe('L2')
})

test('a repeated request proves nothing', async () => {
  const { trader, send } = await connected()
  const { code } = (await ask(trader)).json<Code>()
  const shown = await send([code])
  const { orders: _orders, ...without } = shown
  clock.advance(300_000)
  expect((await sendSync(app, trader.token, without)).status).toBe(200)
  expect((await own(trader)).ownership.proven_at).toBeNull()
})

test('a code lasts a day; another one takes its place', async () => {
  const { trader, send } = await connected()
  const { code } = (await ask(trader)).json<Code>()
  clock.advance(DAY_MS)
  expect((await own(trader)).ownership).toMatchObject({ code: null, expires_at: null })
  await send([code])
  expect((await own(trader)).ownership.seen_at).toBeNull()
  const next = (await ask(trader)).json<Code>().code
  expect(next).not.toBe(code)
  await send([code])
  await send([next])
  await send([])
  expect((await own(trader)).level).toBe('L2')
})

test('another trader’s code proves nothing', async () => {
  const [anna, bruno] = [await connected(), await connected()]
  const { code } = (await ask(anna.trader)).json<Code>()
  await ask(bruno.trader)
  await bruno.send([code])
  await bruno.send([])
  expect((await own(bruno.trader)).level).toBe('L1')
  expect((await own(anna.trader)).ownership.seen_at).toBeNull()
})

test('a demo account stays at L0 whatever is proven', async () => {
  const demo = await makeTrader(kernel)
  const login = newLogin()
  const send = (seq: number, orders: SyncRequest['orders']) => {
    clock.advance(300_000)
    const request = syncRequestOf({ login, seq, now: clock.now(), tradeMode: 'demo' })
    return sendSync(app, demo.token, { ...request, orders })
  }
  await send(1, [])
  const { code } = (await ask(demo)).json<Code>()
  await send(2, [{ ticket: '1', comment: code }])
  await send(3, [])
  expect((await own(demo)).ownership.proven_at).not.toBeNull()
  expect((await own(demo)).level).toBe('L0')
})

test('needs a session and an account', async () => {
  expect((await ask(null)).statusCode).toBe(401)
  const answer = await ask(await person(kernel, 'senza_conto'))
  expect([answer.statusCode, answer.json<{ error_type: string }>().error_type]).toEqual([409, 'ACCOUNT_NOT_BOUND'])
})

test('two requests at once give one code', async () => {
  const { trader } = await connected()
  const codes = await Promise.all(Array.from({ length: 4 }, async () => (await ask(trader)).json<Code>().code))
  expect(new Set(codes).size).toBe(1)
})

test('links of the first three go public from L2 on, of the fourth never', async () => {
  const traders = [
    await ranked('link1', 60),
    await ranked('link2', 50),
    await ranked('link3', 40),
    await ranked('link4', 30),
  ]
  for (const { trader_id } of traders) {
    await sql`update trader set links = ${sql.json({ website: 'https://anna.it/' })} where trader_id = ${trader_id}`
    kernel.changes.announce(trader_id)
  }
  await until(() => leaderboard.rankOf(traders[3]?.trader_id ?? '') === 4, 2_000)
  const websites = async () =>
    Promise.all(traders.map(async (one) => (await profile(one)).trader_links?.website ?? null))
  expect(await websites()).toEqual([null, null, null, null])
  for (const one of traders) await prove(one)
  await expect.poll(websites).toEqual(['https://anna.it/', 'https://anna.it/', 'https://anna.it/', null])
})
