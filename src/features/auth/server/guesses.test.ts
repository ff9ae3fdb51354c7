import { expect, test } from 'vitest'
import { authScene, goodRegistration } from '../testing/scene.ts'
import { removeExpiredSessions } from './service.ts'

const { kernel, app, register, login } = await authScene()
const { clock, sql } = kernel
const start = clock.now()
const { password } = goodRegistration
await register({}, '198.51.100.1')
const status = async (body: object, address?: string) => (await login(body, {}, address)).statusCode

test('after five wrong guesses the account waits, longer each time, for every address and the right password too', async () => {
  const wrong = { email: 'anna@example.com', password: 'sbagliata-42' }
  for (let guess = 0; guess < 5; guess++) expect(await status(wrong, `203.0.113.${guess}`)).toBe(401)
  const refused = await login({ ...wrong, password }, {}, '203.0.113.9')
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('30')
  expect(refused.json()).toMatchObject({ error_type: 'TOO_MANY_REQUESTS' })

  clock.advance(30_000)
  expect(await status(wrong, '203.0.113.9')).toBe(401)
  clock.advance(30_000)
  expect(await status(wrong, '203.0.113.9')).toBe(429)
  clock.advance(30_000)
  expect(await status({ ...wrong, password }, '203.0.113.9')).toBe(200)
  expect(await status(wrong, '203.0.113.9')).toBe(401)
  clock.set(start)
})

test('an unknown name waits just the same', async () => {
  const wrong = { email: 'nessuno@example.com', password: 'sbagliata-42' }
  const statuses: number[] = []
  for (let guess = 0; guess < 7; guess++) statuses.push(await status(wrong, '192.0.2.1'))
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
})

test('guesses sent at once are counted before they are looked at', async () => {
  await register({ username: 'bersaglio', email: 'bersaglio@example.com' }, '198.51.100.2')
  const statuses = await Promise.all(
    Array.from({ length: 30 }, (_, guess) =>
      status({ email: 'bersaglio@example.com', password: `tentativo-${guess}` }, `2001:db8:${guess}::1`),
    ),
  )
  expect(statuses.filter((each) => each === 401)).toHaveLength(5)
  expect(statuses.filter((each) => each === 429)).toHaveLength(25)
})

test('one address, or one /64 of IPv6, has 50 wrong guesses in a quarter of an hour, whatever the names', async () => {
  const statuses: number[] = []
  for (let guess = 0; guess < 52; guess++) {
    statuses.push(await status({ email: `n${guess}@example.com`, password: 'x' }, `2001:db8:aaaa:1::${guess}`))
  }
  expect(statuses.indexOf(429)).toBe(50)
  expect(await status({ email: 'n99@example.com', password: 'x' }, '2001:db8:aaaa:2::1')).toBe(401)
  clock.advance(15 * 60_000)
  expect(await status({ email: 'n99@example.com', password: 'x' }, '2001:db8:aaaa:1::1')).toBe(401)
  clock.set(start)
})

test('right passwords use nothing up', async () => {
  await register({ username: 'assidua', email: 'assidua@example.com' }, '198.51.100.3')
  for (let time = 0; time < 60; time++) {
    expect(await status({ email: 'assidua@example.com', password }, '192.0.2.60')).toBe(200)
  }
})

test('an address registers 20 times in an hour, faults not counted', async () => {
  const statuses: number[] = []
  for (let time = 0; time < 22; time++) {
    await register({ username: 'admin' }, '192.0.2.77')
    const answer = await register({ username: `nuovo.${time}`, email: `nuovo${time}@example.com` }, '192.0.2.77')
    statuses.push(answer.statusCode)
  }
  expect(statuses).toEqual([...Array<number>(20).fill(201), 429, 429])
  clock.advance(3_600_000)
  expect((await register({ username: 'nuovo.dopo', email: 'dopo@example.com' }, '192.0.2.77')).statusCode).toBe(201)
  clock.set(start)
})

test('wrong current passwords of a session count as guesses', async () => {
  await register({ username: 'sessione', email: 'sessione@example.com' }, '198.51.100.4')
  const token = (await login({ email: 'sessione@example.com', password }, {}, '192.0.2.88')).json<{
    access_token: string
  }>()
  const statuses: number[] = []
  for (let guess = 0; guess < 6; guess++) {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/auth/change-password',
      headers: { authorization: `Bearer ${token.access_token}` },
      payload: { current_password: `tentativo-${guess}`, new_password: 'montagna-lampada-77' },
    })
    statuses.push(answer.statusCode)
  }
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
})

test('counts are kept as keyed hashes; the wait is forgotten after a day, wrong guesses in a row after 90', async () => {
  const subjects = await sql<{ subject: string }[]>`select subject from login_attempt where subject like 'account:%'`
  expect(subjects.length).toBeGreaterThan(5)
  expect(JSON.stringify(subjects)).not.toContain('example')
  try {
    clock.advance(26 * 3_600_000)
    await removeExpiredSessions(kernel)
    expect(await sql`select from login_attempt where subject not like 'account:%'`).toHaveLength(0)
    expect(await status({ email: 'bersaglio@example.com', password: 'x' })).toBe(401)
    clock.advance(91 * 24 * 3_600_000)
    await removeExpiredSessions(kernel)
    expect(await sql`select from login_attempt`).toHaveLength(0)
  } finally {
    clock.set(start)
  }
})
