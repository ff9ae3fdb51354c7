import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import { authScene, goodRegistration } from '../../testing/scene.ts'
import { removeExpiredSessions } from '../service.ts'

const { kernel, app, register, login, signIn, sessions, post, bearer } = await authScene({ RATE_LIMITS: 'off' })
const { sql, clock } = kernel
const start = clock.now()
const { password } = goodRegistration
await register()

interface Listed {
  sessions: {
    session_id: string
    current: boolean
    last_used_at: string
    expires_at: string
    user_agent: string | null
  }[]
}
const listed = async (token: string) => (await sessions(token)).json<Listed>().sessions
const alive = async (token: string) => (await sessions(token)).statusCode === 200
const instant = (milliseconds: number) => new Date(milliseconds).toISOString()

describe('signing in', () => {
  test.each([
    { email: 'anna@example.com' },
    { email: 'ANNA@example.COM ' },
    { username: 'anna.verdi' },
    { username: 'Anna.Verdi' },
    { email: 'anna.verdi' },
    { username: 'anna@example.com' },
    { email: '', username: 'anna.verdi' },
  ])('with %j', async (who) => {
    const answer = await login({ ...who, password }, { 'user-agent': 'Prova/1.0\u00e8' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.json()).toMatchObject({
      access_token: expect.stringMatching(/^[\w-]{43}$/) as string,
      token_type: 'bearer',
      expires_at: instant(start + 30 * DAY_MS),
      user: { username: 'anna.verdi', is_admin: false },
    })
  })

  test('as a form does the same', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: new URLSearchParams({ username: 'anna@example.com', password }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer.statusCode).toBe(200)
    expect(await alive(answer.json<{ access_token: string }>().access_token)).toBe(true)
  })

  test('wrong password, unknown user and hidden signs answer the same bytes', async () => {
    const bodies = [
      { email: 'anna@example.com', password: 'sbagliata-42' },
      { email: 'nessuno@example.com', password },
      { username: 'anna.verdi\0', password },
      { username: "' or 1=1 --", password },
      { username: '%', password },
    ]
    const answers = await Promise.all(bodies.map((body) => login(body)))
    expect(answers.map((answer) => answer.statusCode)).toEqual(bodies.map(() => 401))
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
    expect(answers[0]?.json()).toMatchObject({ detail: 'Credenziali non valide' })
  })

  test('without a name or a password: 422', async () => {
    expect((await login({ password })).statusCode).toBe(422)
    expect((await login({ email: 'anna@example.com' })).statusCode).toBe(422)
    expect((await login({ email: { $gt: '' }, password })).statusCode).toBe(422)
  })

  test('a deactivated user is refused, with live sessions too', async () => {
    await register({ username: 'bruno', email: 'bruno@example.com' })
    const token = await signIn('bruno@example.com')
    expect(await alive(token)).toBe(true)
    await sql`update trader set deactivated_at = now() where username = 'bruno'`
    expect(await alive(token)).toBe(false)
    expect((await login({ email: 'bruno@example.com', password })).statusCode).toBe(401)
  })

  test('tokens are stored as hashes, and never logged', async () => {
    const token = await signIn('anna@example.com')
    const rows = await sql`select encode(token_hash, 'hex') as hash, session.* from session`
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(kernel.lines)).not.toContain(token)
    expect(rows.map((row) => row['hash'] as string)).toContain(kernel.secrets.hashToken(token).toString('hex'))
  })
})

describe('a session', () => {
  test('lives 30 days after its last use, sliding, and is written at most once a minute', async () => {
    const token = await signIn('anna@example.com')
    const lastUse = async () => (await listed(token)).find((session) => session.current)?.last_used_at
    try {
      clock.advance(MINUTE_MS)
      expect(await lastUse()).toBe(instant(start))
      clock.advance(1)
      expect(await lastUse()).toBe(instant(start + MINUTE_MS + 1))
      clock.set(start + 20 * DAY_MS)
      expect(await alive(token)).toBe(true)
      clock.set(start + 50 * DAY_MS)
      expect(await alive(token)).toBe(true)
      clock.set(start + 80 * DAY_MS + 1)
      expect(await alive(token)).toBe(false)
    } finally {
      clock.set(start)
    }
  })

  test('of an admin lives 12 hours after its last use, and ends with the role', async () => {
    await register({ username: 'capo', email: 'capo@example.com' })
    await sql`update trader set is_admin = true where username = 'capo'`
    const answer = await login({ email: 'capo@example.com', password })
    const { access_token: token, expires_at: expires } = answer.json<{ access_token: string; expires_at: string }>()
    expect(expires).toBe(instant(start + 12 * HOUR_MS))
    try {
      clock.set(start + 12 * HOUR_MS)
      expect(await alive(token)).toBe(true)
      clock.set(start + DAY_MS + 1)
      expect(await alive(token)).toBe(false)
      const again = await signIn('capo@example.com')
      await sql`update trader set is_admin = false where username = 'capo'`
      expect(await alive(again)).toBe(false)
    } finally {
      clock.set(start)
    }
  })

  test('ends by logout, for itself alone', async () => {
    const [one, two] = [await signIn('anna@example.com'), await signIn('anna@example.com')]
    expect((await post('/api/auth/logout', {}, bearer(one))).statusCode).toBe(200)
    expect([await alive(one), await alive(two)]).toEqual([false, true])
    expect((await post('/api/auth/logout', {}, bearer(one))).statusCode).toBe(401)
    expect((await app.inject({ method: 'POST', url: '/api/auth/logout', headers: bearer(two) })).statusCode).toBe(200)
  })

  test('is listed to its owner, and can be closed by them alone', async () => {
    await register({ username: 'carla', email: 'carla@example.com' })
    await register({ username: 'dario', email: 'dario@example.com' })
    const [one, two] = [await signIn('carla@example.com'), await signIn('carla@example.com')]
    const other = await signIn('dario@example.com')
    const list = await listed(one)
    expect(list).toHaveLength(2)
    expect(list.filter((session) => session.current)).toHaveLength(1)
    expect(list[0]?.expires_at).toBe(instant(start + 30 * DAY_MS))
    const second = list.find((session) => !session.current)?.session_id ?? ''
    const close = (token: string, id: string) =>
      app.inject({ method: 'DELETE', url: `/api/account/sessions/${id}`, headers: bearer(token) })
    expect((await close(other, second)).statusCode).toBe(404)
    expect(await alive(two)).toBe(true)
    expect((await close(one, second)).statusCode).toBe(200)
    expect([await alive(one), await alive(two)]).toEqual([true, false])
    expect((await close(one, second)).statusCode).toBe(404)
    expect((await close(one, "1' or '1'='1")).statusCode).toBe(422)
  })

  test.each([
    '',
    'Bearer',
    'Bearer ',
    'Bearer x',
    `Basic ${'a'.repeat(43)}`,
    `Bearer ${'a'.repeat(43)}`,
    `Bearer ${"'".repeat(43)}`,
  ])('is not opened by %j', async (authorization) => {
    expect(
      (await app.inject({ method: 'GET', url: '/api/account/sessions', headers: { authorization } })).statusCode,
    ).toBe(401)
  })

  test('past its time is removed by the job, the others stay', async () => {
    await sql`delete from session`
    await register({ username: 'elena', email: 'elena@example.com' })
    await sql`update trader set is_admin = true where username = 'capo'`
    const [admin, user] = [await signIn('capo@example.com'), await signIn('elena@example.com')]
    try {
      clock.set(start + 13 * HOUR_MS)
      expect(await removeExpiredSessions(kernel)).toBe(1)
      expect([await alive(admin), await alive(user)]).toEqual([false, true])
      clock.set(start + 31 * DAY_MS)
      expect(await removeExpiredSessions(kernel)).toBe(1)
      expect(await sql`select from session`).toHaveLength(0)
    } finally {
      clock.set(start)
    }
  })
})

describe('changing the password', () => {
  const change = (token: string, body: object) => post('/api/auth/change-password', body, bearer(token))
  const next = 'montagna-lampada-77'

  test('needs the current one, closes every other session', async () => {
    await register({ username: 'fabio', email: 'fabio@example.com' })
    const [one, two, three] = [
      await signIn('fabio@example.com'),
      await signIn('fabio@example.com'),
      await signIn('fabio@example.com'),
    ]
    const wrong = await change(one, { current_password: 'non-la-so-42', new_password: next })
    expect(wrong.statusCode).toBe(422)
    expect(wrong.json()).toMatchObject({
      fields: { current_password: 'La password attuale non è corretta: riscrivila.' },
    })
    expect(await alive(two)).toBe(true)
    const right = await change(one, { current_password: password, new_password: next, confirm_password: next })
    expect(right.json()).toEqual({ message: 'Password aggiornata.', revoked_sessions: 2 })
    expect([await alive(one), await alive(two), await alive(three)]).toEqual([true, false, false])
    expect((await login({ email: 'fabio@example.com', password })).statusCode).toBe(401)
    expect((await login({ email: 'fabio@example.com', password: next })).statusCode).toBe(200)
  })

  test.each([
    [{ new_password: 'corta' }, 'new_password'],
    [{ new_password: 'password123' }, 'new_password'],
    [{ new_password: 'gianni-rossi' }, 'new_password'],
    [{ new_password: password }, 'new_password'],
    [{ new_password: next, confirm_password: 'montagna-lampada-78' }, 'confirm_password'],
    [{}, 'new_password'],
  ])('%j is refused', async (body, field) => {
    await register({ username: 'gianni-rossi', email: 'gianni@example.com' })
    const token = await signIn('gianni@example.com')
    const answer = await change(token, { current_password: password, ...body })
    expect(answer.statusCode).toBe(422)
    expect(answer.json<{ fields: object }>().fields).toHaveProperty(field)
    expect(await alive(await signIn('gianni@example.com'))).toBe(true)
  })

  test('two at once: one wins', async () => {
    await register({ username: 'ivana', email: 'ivana@example.com' })
    const [one, two] = [await signIn('ivana@example.com'), await signIn('ivana@example.com')]
    const answers = await Promise.all(
      [one, two].map((token, index) => change(token, { current_password: password, new_password: `${next}-${index}` })),
    )
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1)
  })

  test('without a session: 401', async () => {
    expect((await change('x'.repeat(43), { current_password: password, new_password: next })).statusCode).toBe(401)
  })
})
