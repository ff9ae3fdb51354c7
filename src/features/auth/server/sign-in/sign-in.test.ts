import { createHash } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { handle } from '#server/http/http.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { endpoint } from '#shared/endpoint.ts'
import { anyCharacter } from '#shared/testing/characters.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import * as z from 'zod/mini'
import { mailsTo, noMailServer } from '../../testing/mailbox.ts'
import { authScene, goodRegistration } from '../../testing/scene.ts'
import { registerAuth } from '../routes.ts'
import { removeExpiredSessions } from '../service.ts'

const { kernel, app, post, register, login } = await authScene(noMailServer)
const { sql, clock } = kernel
const { password } = goodRegistration
const start = clock.now()
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'

describe('a new kind of device', () => {
  const email = 'anna@example.com'
  const enter = async (agent: string) =>
    expect((await login({ email, password }, { 'user-agent': agent })).statusCode).toBe(200)
  const notified = async () => (await mailsTo(kernel, email)).map(({ body }) => /conoscevamo: ([^,]+),/.exec(body)?.[1])

  test('is notified to the owner, once, and not at the first sign-in', async () => {
    await register()
    await enter(firefox)
    expect(await notified()).toEqual([])
    await enter(firefox.replace('145.0', '146.0').replace('Firefox/145.0', 'Firefox/146.0'))
    expect(await notified()).toEqual([])
    await enter(safari)
    await enter(safari)
    expect(await notified()).toEqual(['Safari su iPhone'])
    await enter('curl/8.0')
    expect(await notified()).toEqual(['Safari su iPhone', 'Dispositivo sconosciuto'])
  })

  test('stays known when its sessions end, for a year after its last use', async () => {
    await sql`delete from session`
    await enter(safari)
    expect(await notified()).toHaveLength(2)
    try {
      clock.advance(366 * DAY_MS)
      await removeExpiredSessions(kernel)
      expect(await sql`select from known_device`).toHaveLength(0)
      await enter(safari)
      expect(await notified()).toHaveLength(3)
    } finally {
      clock.set(start)
    }
  })
})

describe('an admin', () => {
  const adminCall = endpoint({
    method: 'GET',
    path: '/api/prova',
    access: 'admin',
    summary: 'Prova',
    response: z.object({ ok: z.boolean() }),
    errors: [],
  })
  const graveCall = endpoint({ ...adminCall, path: '/api/prova-grave', needsSecondFactor: true })
  const ownCall = endpoint({
    ...adminCall,
    path: '/api/prova/:trader_id',
    access: { own: 'params.trader_id' },
    params: z.object({ trader_id: z.string() }),
  })
  const production = {
    ...noMailServer,
    APP_ENV: 'production',
    APP_URL: 'https://toptrader.example',
    PAYMENTS_PROVIDER: 'nowpayments',
    // In production examples are refused.
    NOWPAYMENTS_API_KEY: 'QK4ZM1X-7V2B9TD-H6R3W8N-P5C0YJS',
    NOWPAYMENTS_IPN_SECRET: 'tW9vQ3nL7xB2mK5rZ8cJ1dF4hS6gY0pA',
    SECRET_KEY: `test:${createHash('sha256').update('sign-in').digest('base64')}`,
  }

  async function world(env: Record<string, string>) {
    const own = await testKernel({ env })
    const server = await testApp(own, registerAuth, (inside) => {
      handle(inside, own, adminCall, () => ({ ok: true }))
      handle(inside, own, graveCall, () => ({ ok: true }))
      handle(inside, own, ownCall, () => ({ ok: true }))
    })
    await server.inject({ method: 'POST', url: '/api/auth/register', payload: goodRegistration })
    await own.sql`update trader set is_admin = true`
    const enter = async (totp?: string) => {
      const payload = { email: goodRegistration.email, password, ...(totp !== undefined && { totp }) }
      const answer = await server.inject({ method: 'POST', url: '/api/auth/login', payload })
      return answer.json<{
        access_token: string
        is_limited: boolean
        expires_at: string
        user: { trader_id: string }
      }>()
    }
    const call = async (token: string, url: string, payload?: object) =>
      server.inject({
        method: payload === undefined ? 'GET' : 'POST',
        url,
        headers: { authorization: `Bearer ${token}` },
        ...(payload && { payload }),
      })
    return { own, enter, call }
  }

  test('in production: the first sign-in is free, the next has no rights of an admin until the second factor is on', async () => {
    const { own, enter, call } = await world(production)
    const first = await enter()
    expect(first.is_limited).toBe(false)
    expect(first.expires_at).toBe('2026-11-20T11:00:00.000Z')
    expect((await call(first.access_token, '/api/prova')).statusCode).toBe(200)
    expect((await call(first.access_token, '/api/account/sessions')).json()).toMatchObject({
      sessions: [{ current: true, expires_at: first.expires_at }],
    })
    // A call that cannot be taken back needs the second factor.
    expect((await call(first.access_token, '/api/prova-grave')).json()).toMatchObject({
      error_type: 'SECOND_FACTOR_REQUIRED',
    })

    const second = await enter()
    expect((await call(first.access_token, '/api/prova')).statusCode).toBe(401)
    expect(second).toMatchObject({ is_limited: true, expires_at: '2026-11-20T22:00:00.000Z' })
    const refused = await call(second.access_token, '/api/prova')
    expect([refused.statusCode, refused.json<{ error_type: string }>().error_type]).toEqual([
      403,
      'SECOND_FACTOR_REQUIRED',
    ])
    expect((await call(second.access_token, '/api/prova/someone-else')).json()).toMatchObject({
      error_type: 'SECOND_FACTOR_REQUIRED',
    })
    expect((await call(second.access_token, `/api/prova/${second.user.trader_id}`)).statusCode).toBe(200)
    expect((await call(second.access_token, '/api/account/sessions')).statusCode).toBe(200)
    expect((await call(second.access_token, '/api/account/totp')).json()).toMatchObject({
      required: true,
      is_limited: true,
    })

    // Another person with the password: limited too, and signed out as soon as the admin has the second factor.
    const thief = await enter()
    expect(thief.is_limited).toBe(true)

    const { secret } = (await call(second.access_token, '/api/account/totp/setup', { password })).json<{
      secret: string
    }>()
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const code = () => totp.generate({ timestamp: own.clock.now() })
    expect((await call(second.access_token, '/api/account/totp/confirm', { totp: code() })).statusCode).toBe(200)
    expect((await call(second.access_token, '/api/prova')).statusCode).toBe(200)
    expect((await call(second.access_token, '/api/prova-grave')).statusCode).toBe(200)
    for (const token of [first.access_token, thief.access_token])
      expect((await call(token, '/api/prova')).statusCode).toBe(401)
    own.clock.advance(MINUTE_MS)
    const third = await enter(code())
    expect(third.is_limited).toBe(false)
    own.clock.advance(MINUTE_MS)
    const off = await call(third.access_token, '/api/account/totp/disable', { password, totp: code() })
    expect([off.statusCode, off.json<{ error_type: string }>().error_type]).toEqual([403, 'TOTP_KEPT'])
    // A limited session dies as early as an admin's.
    own.clock.advance(12 * HOUR_MS + 1)
    expect((await call(second.access_token, '/api/account/sessions')).statusCode).toBe(401)
  })

  test('in production the first session ends after an hour of use', async () => {
    const { own, enter, call } = await world(production)
    const first = await enter()
    own.clock.advance(HOUR_MS - 1)
    expect((await call(first.access_token, '/api/prova')).statusCode).toBe(200)
    own.clock.advance(1)
    expect((await call(first.access_token, '/api/prova')).statusCode).toBe(401)

    const { access_token: token } = await enter()
    expect((await call(token, '/api/prova')).statusCode).toBe(403)
  })

  test('two first sign-ins at once are one first and one second', async () => {
    const { enter } = await world(production)
    const answers = await Promise.all([enter(), enter(), enter()])
    expect(answers.filter((answer) => !answer.is_limited)).toHaveLength(1)
  })

  test('on one’s own machine needs none', async () => {
    const { enter, call } = await world(noMailServer)
    await enter()
    const second = await enter()
    expect(second.is_limited).toBe(false)
    expect((await call(second.access_token, '/api/prova')).statusCode).toBe(200)
    expect((await call(second.access_token, '/api/account/totp')).json()).toMatchObject({ required: false })
  })

  test('a trader who becomes one signs in again, without the rights until the second factor is on', async () => {
    const { own, enter, call } = await world(production)
    await own.sql`update trader set is_admin = false`
    const before = await enter()
    await own.sql`update trader set is_admin = true`
    for (const url of ['/api/prova', '/api/prova/someone-else', '/api/account/sessions'])
      expect((await call(before.access_token, url)).statusCode).toBe(401)
    const after = await enter()
    expect(after.is_limited).toBe(true)
    expect((await call(after.access_token, '/api/prova')).json()).toMatchObject({
      error_type: 'SECOND_FACTOR_REQUIRED',
    })
    // A change that leaves the role alone ends no session.
    await own.sql`update trader set is_admin = true, updated_at = now()`
    expect((await call(after.access_token, '/api/account/sessions')).statusCode).toBe(200)
  })

  test('made while the password is being checked is limited all the same', async () => {
    const { own, enter, call } = await world(production)
    await own.sql`update trader set is_admin = false`
    await enter()
    const entering = Array.from({ length: 4 }, () => enter())
    await own.sql`update trader set is_admin = true`
    for (const { access_token: token } of await Promise.all(entering))
      expect((await call(token, '/api/prova')).statusCode).not.toBe(200)
  })

  test('a trader who is one no more signs in again, and is not limited', async () => {
    const { own, enter, call } = await world(production)
    await enter()
    const { access_token: limited } = await enter()
    await own.sql`update trader set is_admin = false`
    expect((await call(limited, '/api/prova')).statusCode).toBe(401)
    const { access_token: token } = await enter()
    expect((await call(token, '/api/prova')).json()).toMatchObject({ error_type: 'FORBIDDEN' })
    expect((await call(token, '/api/account/totp')).json()).toMatchObject({ required: false, is_limited: false })
  })
})

describe('as a form', () => {
  const form = (body: Record<string, string>, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: new URLSearchParams(body).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      remoteAddress: '2001:db8:f::1',
    })

  test('every body is answered as the same body in JSON', async () => {
    const scene = await authScene({ RATE_LIMITS: 'off' })
    await scene.register()
    const word = fc.oneof(
      fc.constantFrom('anna@example.com', 'anna.verdi', password, '', ' ', '123456'),
      fc.string({ unit: anyCharacter, maxLength: 30 }).map((text) => text.toWellFormed()),
    )
    const bodies = fc.record(
      { email: word, username: word, password: word, totp: word, is_admin: word, 'email[$ne]': word },
      { requiredKeys: [] },
    )
    const shape = (answer: { statusCode: number; json: () => unknown }) => {
      const { access_token: _token, request_id: _id, ...rest } = answer.json() as Record<string, unknown>
      return { status: answer.statusCode, ...rest }
    }
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const asJson = await scene.login(body)
        const asForm = await scene.app.inject({
          method: 'POST',
          url: '/api/auth/login',
          payload: new URLSearchParams(body).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
        expect(shape(asForm)).toEqual(shape(asJson))
      }),
      { numRuns: 150 },
    )
  })

  test('of another site is refused, of this one not; files never', async () => {
    const body = { email: 'anna@example.com', password }
    const foreign = await form(body, { origin: 'https://evil.example' })
    expect([foreign.statusCode, foreign.body]).toEqual([403, expect.stringContaining('arriva da un altro sito')])
    expect((await form(body, { origin: 'null' })).statusCode).toBe(403)
    const shouted = { 'content-type': 'Application/X-WWW-Form-URLencoded', origin: 'https://evil.example' }
    expect((await form(body, shouted)).statusCode).toBe(403)
    expect((await form(body, { origin: 'http://localhost:3000' })).statusCode).toBe(200)
    const multipart = await app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: '--x\r\ncontent-disposition: form-data; name="email"\r\n\r\nanna@example.com\r\n--x--\r\n',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    expect(multipart.statusCode).toBe(415)
    // The reset takes no form at all: a page of another site cannot send it.
    expect(
      (await post('/api/auth/reset-password', {}, { 'content-type': 'application/x-www-form-urlencoded' })).statusCode,
    ).toBe(415)
  })
})
