import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeTrader, newLogin, sendSync, syncRequestOf } from '#features/ea/server/testing/world.ts'
import type { MaintenanceState } from '../rules.ts'
import { buyerScene } from '#features/payments/server/testing/buyer-scene.ts'
import { person, signedIn } from '#server/testing/people.ts'
import { calls, keyOf, requestTo, type DeclaredCall } from '../../../guards/testing/declared-calls.ts'
import { appWithoutDatabase, wholeApp } from '../../../guards/testing/whole-app.ts'

const usual = 'Sito in manutenzione. Torneremo presto!'
const scene = await buyerScene({ env: { RATE_LIMITS: 'off' } })
const { kernel, np } = scene
const { sql, clock } = kernel

const instance = () => wholeApp(kernel, { payments: scene.payments })
const app = await instance()
const second = await instance()
const anna = await person(kernel, 'anna')
const bruno = await person(kernel, 'bruno')
const admin = await person(kernel, 'carla', { is_admin: true })

const toggle = (query: string, who = admin, on = app) =>
  on.inject({ method: 'POST', url: `/api/admin/maintenance/toggle?${query}`, headers: who.headers })
async function status(on = app): Promise<object> {
  const { enabled, message } = (await on.inject('/api/admin/maintenance/status')).json<MaintenanceState>()
  return { enabled, message }
}
const audits = () => sql<{ actor: string; details: object }[]>`
  select actor, details from audit_log where action = 'maintenance.toggle' order by audit_id`
const reads = (on = app) => on.inject('/api/fresh/stats')

const isOpen = ({ endpoint }: DeclaredCall) => endpoint.open === 'maintenance'
const named = (those: (call: DeclaredCall) => boolean) =>
  calls.filter(those).map((call) => [keyOf(call), call] as const)
/** A visitor, a dead token, a user who is no admin. */
const strangers = async () => [
  {},
  { authorization: `Bearer ${'0'.repeat(43)}` },
  await signedIn(kernel, anna.trader_id),
]

afterEach(async () => {
  await toggle('enabled=false')
})

describe('while the site is closed', () => {
  beforeEach(async () => {
    await toggle('enabled=true&message=Torniamo+alle+18')
  })

  test('only the declared calls stay open, and these are all', () => {
    expect(calls.filter(isOpen).map(keyOf).toSorted()).toEqual([
      'GET /api/admin/maintenance/status',
      'POST /api/auth/login',
      'POST /api/auth/logout',
      'POST /api/crypto/ipn',
      'POST /api/ea/sync',
    ])
  })

  test.each(named((call) => !isOpen(call)))('%s turns everybody but admins away', async (_key, call) => {
    for (const headers of await strangers()) {
      const answer = await app.inject({ ...requestTo(call, bruno.trader_id), headers })
      expect(answer.statusCode).toBe(503)
      expect(answer.json()).toEqual({
        detail: 'Torniamo alle 18',
        message: 'Torniamo alle 18',
        error_type: 'MAINTENANCE',
        maintenance: true,
        request_id: answer.headers['x-request-id'],
      })
      expect(answer.headers).toMatchObject({ 'retry-after': '30', 'cache-control': 'no-store' })
      expect(answer.headers).not.toHaveProperty('etag')
    }
  })

  test.each(named(isOpen))('%s answers everybody', async (_key, call) => {
    for (const headers of [...(await strangers()), await signedIn(kernel, admin.trader_id)]) {
      const { body } = await app.inject({ ...requestTo(call, bruno.trader_id), headers })
      expect(body).not.toContain('"maintenance":true')
    }
  })

  // These calls work as usual, but would change data of other tests.
  test.each(named(({ method }) => method === 'GET'))('%s is there for admins', async (_key, call) => {
    const { body } = await app.inject({ ...requestTo(call, bruno.trader_id), headers: admin.headers })
    expect(body).not.toContain('"maintenance":true')
  })

  test.each(['/api/', '/api/no/such', '/api/docs', '/api/openapi.json', '/%61pi/fresh/stats'])(
    '%s is closed, too, and not to admins',
    async (url) => {
      expect((await app.inject(url)).statusCode).toBe(503)
      expect((await app.inject({ url, headers: admin.headers })).statusCode).not.toBe(503)
    },
  )

  test('signing in works, and ends where the role is read: from the database, at each call', async () => {
    const login = await app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username: 'nobody', password: 'wrong' },
    })
    expect(login.json()).toMatchObject({ error_type: 'INVALID_CREDENTIALS' })
    const dashboard = (who = anna) => app.inject({ url: '/api/dashboard', headers: who.headers })
    expect((await dashboard()).statusCode).toBe(503)
    await sql`update trader set is_admin = true where trader_id = ${anna.trader_id}`
    // A user who becomes an admin signs in again.
    expect((await dashboard()).statusCode).toBe(503)
    const headers = await signedIn(kernel, anna.trader_id)
    expect((await dashboard({ ...anna, headers })).statusCode).toBe(200)
    await sql`update session set is_limited = true where trader_id = ${anna.trader_id}`
    // The admin must set up the second factor first, and can. Calls for admins are refused as always.
    expect((await app.inject({ url: '/api/account/totp', headers })).statusCode).toBe(200)
    const users = await app.inject({ url: '/api/admin/users', headers })
    expect(users.json()).toMatchObject({ error_type: 'SECOND_FACTOR_REQUIRED' })
    await sql`update trader set is_admin = false where trader_id = ${anna.trader_id}`
    expect((await dashboard({ ...anna, headers })).statusCode).toBe(503)
  })

  test('no sync and no payment is lost', async () => {
    const trader = await makeTrader(kernel)
    const sync = await sendSync(app, trader.token, syncRequestOf({ now: clock.now(), login: newLogin(), seq: 1 }))
    expect(sync).toMatchObject({ status: 200, body: { ok: true } })
    expect(await sql`select sync_count from trading_account where trader_id = ${trader.trader_id}`).toEqual([
      { sync_count: 1 },
    ])
    await toggle('enabled=false')
    const buyer = await scene.someone()
    const { order_id: orderId } = await scene.bought(buyer)
    await toggle('enabled=true')
    const { payload, headers } = np.notification(np.pay(orderId, { status: 'finished', share: 1 }))
    expect((await app.inject({ method: 'POST', url: '/api/crypto/ipn', payload, headers })).statusCode).toBe(200)
    await expect.poll(async () => (await scene.order(orderId)).state, { timeout: 10_000 }).toBe('paid')
    expect(await scene.grantsOf(buyer)).toHaveLength(1)
  })

  test('health, metrics, static pages and their assets are served', async () => {
    for (const url of ['/livez', '/readyz', '/metrics', '/terms/index.html', '/privacy/index.html', '/session.js']) {
      expect([url, (await app.inject(url)).statusCode]).toEqual([url, 200])
    }
  })
})

describe('the state', () => {
  test('is open at first, is public, and is never cached', async () => {
    await sql`delete from maintenance`
    const fresh = await instance()
    const answer = await fresh.inject('/api/admin/maintenance/status')
    expect(answer.json()).toEqual({ enabled: false, message: usual, support_email: null })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('changes with a line of the audit log; a repeated change is written once', async () => {
    const before = (await audits()).length
    const on = { enabled: true, message: usual }
    expect((await toggle('enabled=true')).json()).toEqual(on)
    expect((await toggle('enabled=true')).json()).toEqual(on)
    expect((await toggle(`enabled=true&message=${encodeURIComponent(`  ${usual} `)}`)).json()).toEqual(on)
    const changed = { enabled: true, message: 'Ancora un’ora' }
    expect((await toggle(`enabled=true&message=${encodeURIComponent(changed.message)}`)).json()).toEqual(changed)
    expect((await toggle('enabled=true')).json()).toEqual(changed)
    expect((await toggle('enabled=false')).json()).toEqual({ ...changed, enabled: false })
    expect((await toggle('enabled=false')).json()).toEqual({ ...changed, enabled: false })
    const lines = (await audits()).slice(before)
    expect(lines.map(({ details }) => details)).toEqual([
      { before: { enabled: false, message: expect.any(String) as string }, after: on },
      { before: on, after: changed },
      { before: changed, after: { ...changed, enabled: false } },
    ])
    expect(new Set(lines.map(({ actor }) => actor))).toEqual(new Set([admin.trader_id]))
  })

  test('an empty message counts as none, and opening ignores the message', async () => {
    const one = { enabled: true, message: 'Torniamo alle 20' }
    for (const empty of ['', '+++']) {
      expect((await toggle(`enabled=false&message=${empty}`)).json()).toMatchObject({ enabled: false })
      expect((await toggle(`enabled=true&message=${empty}`)).json()).toEqual({ enabled: true, message: usual })
      expect((await toggle(`enabled=true&message=${encodeURIComponent(one.message)}`)).json()).toEqual(one)
      expect((await toggle(`enabled=true&message=${empty}`)).json()).toEqual(one)
    }
    for (const message of ['', 'a%0Ab', 'a'.repeat(5000), 'un+altro', 'uno&message=due']) {
      await toggle(`enabled=true&message=${encodeURIComponent(one.message)}`)
      const answer = await toggle(`enabled=false&message=${message}`)
      expect([answer.statusCode, answer.json<object>()]).toEqual([200, { ...one, enabled: false }])
    }
    const two = await toggle('enabled=true&message=uno&message=due')
    expect([two.statusCode, two.json<{ detail: string }>().detail]).toEqual([422, 'Scrivi un messaggio solo.'])
    await toggle('enabled=true&message=Torniamo+alle+18')
  })

  test('two admins at once act one after the other, and the log has both lines', async () => {
    const before = (await audits()).length
    const other = await person(kernel, 'dino', { is_admin: true })
    await Promise.all([toggle('enabled=true&message=uno'), toggle('enabled=true&message=due', other, second)])
    const lines = (await audits()).slice(before) as { details: { before: object; after: object } }[]
    expect(lines).toHaveLength(2)
    expect(lines[1]?.details.before).toEqual(lines[0]?.details.after)
    await expect.poll(() => status(app)).toEqual(lines[1]?.details.after)
    await expect.poll(() => status(second)).toEqual(lines[1]?.details.after)
  })

  test.each([
    ['', 'enabled'],
    ['enabled=1', 'enabled'],
    [`enabled=true&message=${'a'.repeat(301)}`, 'message'],
    [`enabled=true&message=a%0Ab`, 'message'],
    [`enabled=true&message=a%E2%80%AEb`, 'message'],
    [`enabled=true&message=${encodeURIComponent('\u200b'.repeat(5))}`, 'message'],
    [`enabled=true&message=${encodeURIComponent('\u3164')}`, 'message'],
    [`enabled=true&message=${encodeURIComponent('\u0301\u0302')}`, 'message'],
    [`enabled=true&message=${encodeURIComponent(`a${'\u0301'.repeat(900)}`)}`, 'message'],
    [`enabled=true&message=${encodeURIComponent('👩‍👩‍👧‍👦'.repeat(90))}`, 'message'],
  ])('?%s is refused at its field, and changes nothing', async (query, field) => {
    const before = await audits()
    const answer = await toggle(query)
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json<{ fields: object }>().fields)).toEqual([field])
    expect(await audits()).toEqual(before)
    expect(await status()).toMatchObject({ enabled: false })
  })

  test('counts characters as people see them', async () => {
    for (const message of ['è'.normalize('NFD').repeat(300), '👩‍👩‍👧‍👦'.repeat(80), 'Ci vediamo alle 18 ☕️!']) {
      const answer = await toggle(`enabled=true&message=${encodeURIComponent(message)}`)
      expect(answer.json()).toEqual({ enabled: true, message })
    }
  })

  test('cannot be toggled by others, nor by a form of another site', async () => {
    expect((await toggle('enabled=true', bruno)).statusCode).toBe(403)
    const url = '/api/admin/maintenance/toggle?enabled=true'
    expect((await app.inject({ method: 'POST', url })).statusCode).toBe(401)
    const form = { 'content-type': 'application/x-www-form-urlencoded', ...admin.headers }
    expect((await app.inject({ method: 'POST', url, headers: form, payload: 'a=1' })).statusCode).toBe(415)
    expect((await app.inject({ method: 'GET', url, headers: admin.headers })).statusCode).toBe(405)
    expect(await status()).toMatchObject({ enabled: false })
  })
})

describe('other instances', () => {
  const within = { timeout: 2_000, interval: 20 }

  test('receive the notification, close and open', async () => {
    await toggle('enabled=true')
    await expect.poll(async () => (await reads(second)).statusCode, within).toBe(503)
    await toggle('enabled=false', admin, second)
    await expect.poll(async () => (await reads(app)).statusCode, within).toBe(200)
  })

  test('find out also when the notification was lost', async () => {
    await sql`insert into maintenance (enabled, message, changed_at) values (true, 'In silenzio', now())
              on conflict (only_row) do update set enabled = true, message = excluded.message`
    const from = performance.now()
    await expect.poll(async () => (await reads(second)).statusCode, within).toBe(503)
    await expect.poll(async () => (await reads(app)).statusCode, within).toBe(503)
    expect(performance.now() - from).toBeLessThan(2_000)
  })

  test('that start know the state before they are ready', async () => {
    await toggle('enabled=true&message=Presto')
    const started = await instance()
    expect((await started.inject('/api/fresh/stats')).json()).toMatchObject({ detail: 'Presto', maintenance: true })
  })

  test('hold the last known state while the database is away', async () => {
    await toggle('enabled=true&message=Presto')
    const lonely = await appWithoutDatabase(kernel)
    await expect
      .poll(() => kernel.lines.filter(({ msg }) => msg === 'maintenance not read, the last known state holds'), {
        timeout: 5_000,
      })
      .toHaveLength(1)
    const read = await lonely.inject('/api/fresh/stats')
    expect(read.json()).toMatchObject({ detail: 'Presto', maintenance: true })
    // No caller can be recognised as an admin now.
    const answer = await lonely.inject({ url: '/api/fresh/stats', headers: admin.headers })
    expect([answer.statusCode, answer.json<{ error_type: string }>().error_type]).toEqual([503, 'UNAVAILABLE'])
  })
})

test('while the site is open a read needs no query', async () => {
  const lonely = await appWithoutDatabase(kernel)
  for (const headers of [{}, anna.headers]) {
    expect((await lonely.inject({ url: '/api/fresh/stats', headers })).statusCode).toBe(200)
  }
})
