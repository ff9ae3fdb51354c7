import { describe, expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import type { EaStatus } from '../contract.ts'
import { latestAdvisor } from '../sync-contract.ts'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { thinPoints } from './service.ts'
import { dealOf, givePlan, makeTrader, sendSync, syncRequestOf, type TestTrader } from './testing/world.ts'
import { boundAccount } from './testing/stored.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { sql, clock } = kernel
const app = await testApp(kernel, registerCheckedEa)

async function statusOf(requesting: { headers: { authorization: string } }, traderId: string) {
  const reply = await app.inject({ method: 'GET', url: `/api/ea/status/${traderId}`, headers: requesting.headers })
  return { status: reply.statusCode, body: reply.json<EaStatus>(), headers: reply.headers }
}

const generate = (who: { headers: { authorization: string } }) =>
  app.inject({ method: 'POST', url: '/api/generate-ea-token', headers: who.headers })

describe('the token', () => {
  test('needs a plan', async () => {
    const anna = await person(kernel, 'anna')
    const refused = await generate(anna)
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({
      error_type: 'SUBSCRIPTION_REQUIRED',
      details: { benefits: expect.arrayContaining([expect.stringMatching(/./)]) },
    })
    await givePlan(kernel, anna.trader_id, 1)
    const made = await generate(anna)
    expect(made.json()).toEqual({
      success: true,
      ea_token: expect.stringMatching(/^tt_ea_[\w-]{43}$/),
      message: 'Token creato: copialo nell’Expert Advisor.',
    })
    expect((await generate(anna)).json()).toMatchObject({
      message: expect.stringMatching(/Quello di prima non vale più/),
    })
  })
  test('is shown whole to its owner alone, and is stored nowhere in plain text', async () => {
    const bruno = await person(kernel, 'bruno')
    await givePlan(kernel, bruno.trader_id, 1)
    const { ea_token } = (await generate(bruno)).json<{ ea_token: string }>()
    const own = await statusOf(bruno, bruno.trader_id)
    expect(own.body).toMatchObject({ has_ea_token: true, hasToken: true, ea_token, account_connected: false })
    expect(own.headers['cache-control']).toBe('no-store')
    const admin = await person(kernel, 'admin', { is_admin: true })
    expect((await statusOf(admin, bruno.trader_id)).body).toMatchObject({ has_ea_token: true, ea_token: null })
    const carla = await person(kernel, 'carla')
    expect((await statusOf(carla, bruno.trader_id)).status).toBe(403)
    expect((await app.inject({ url: `/api/ea/status/${bruno.trader_id}` })).statusCode).toBe(401)
    expect((await statusOf(admin, 'nobody')).status).toBe(404)
    const [stored] = await sql`select * from ea_token where trader_id = ${bruno.trader_id}`
    expect(JSON.stringify(stored)).not.toContain(ea_token)
    expect(JSON.stringify(kernel.lines)).not.toContain(ea_token)
  })
  test('is invalid once it is replaced or removed', async () => {
    const trader = await makeTrader(kernel)
    const request = syncRequestOf({ now: clock.now() })
    const made = clock.now()
    const { ea_token } = (await generate(trader)).json<{ ea_token: string }>()
    expect((await statusOf(trader, trader.trader_id)).body.token_created_at).toBe(new Date(made).toISOString())
    expect((await sendSync(app, trader.token, request)).status).toBe(401)
    expect((await sendSync(app, ea_token, request)).status).toBe(200)
    const reset = await app.inject({ method: 'DELETE', url: '/api/reset-ea-token', headers: trader.headers })
    expect(reset.json()).toMatchObject({ success: true })
    expect((await sendSync(app, ea_token, request)).status).toBe(401)
    expect((await statusOf(trader, trader.trader_id)).body).toMatchObject({
      has_ea_token: false,
      ea_token: null,
      token_created_at: null,
      account_connected: true,
    })
  })
})

describe('the status', () => {
  const deposit = (trader: TestTrader) => dealOf({ ticket: '1', time: 1_700_000_000, profit: trader.token.length })
  test('reports an import, activity, and the time of the next sync', async () => {
    const trader = await makeTrader(kernel)
    const shown = [deposit(trader), dealOf({ ticket: '2', time: 1_700_000_001, profit: 1 })]
    const first = syncRequestOf({ now: clock.now(), items: shown.slice(0, 1), shown, more: true })
    await sendSync(app, trader.token, first)
    const importing = await statusOf(trader, trader.trader_id)
    expect(importing.body).toMatchObject({
      account_connected: true,
      ea_active: true,
      ea_sync_count: 1,
      last_ea_sync: new Date(clock.now()).toISOString(),
      next_sync_expected_at: new Date(clock.now() + 300_000).toISOString(),
      ea_version: latestAdvisor,
      importing: { received: 1, total: 2 },
      message: 'Importazione in corso: 1 di 2.',
    })
    clock.advance(2_000)
    const { login } = first.account
    await sendSync(app, trader.token, syncRequestOf({ now: clock.now(), login, seq: 2, items: shown.slice(1), shown }))
    expect((await statusOf(trader, trader.trader_id)).body).toMatchObject({ ea_sync_count: 2, importing: null })
    clock.advance(15 * MINUTE_MS)
    expect((await statusOf(trader, trader.trader_id)).body.ea_active).toBe(true)
    clock.advance(1)
    expect((await statusOf(trader, trader.trader_id)).body.ea_active).toBe(false)
  })
})

test('points of charts are thinned to one a day after three months', async () => {
  const trader = await makeTrader(kernel)
  await sendSync(app, trader.token, syncRequestOf({ now: clock.now() }))
  const id = await boundAccount(sql, trader.trader_id)
  const at = (daysAgo: number, hour: number) => `2026-0${daysAgo}-03T${String(hour).padStart(2, '0')}:00:00Z`
  for (const [month, hour] of [
    [7, 3],
    [7, 23],
    [8, 5],
    [8, 6],
    [9, 5],
    [9, 6],
  ] as const)
    await sql`insert into account_point (account_id, at, balance, equity) values (${id}, ${at(month, hour)}, 1, 1)`
  expect(await thinPoints(kernel)).toBe(2)
  const left = await sql<{ at: string }[]>`
    select at from account_point where account_id = ${id} and at < '2026-10-01' order by at`
  expect(left.map((point) => point.at.slice(5, 13))).toEqual(['07-03T23', '08-03T06', '09-03T05', '09-03T06'])
})
