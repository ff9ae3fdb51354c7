import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import { authScene, goodRegistration } from '../../testing/scene.ts'
import { removeExpiredSessions } from '../service.ts'

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

test('guesses sent at once are counted before they are checked', async () => {
  await register({ username: 'bersaglio', email: 'bersaglio@example.com' }, '198.51.100.2')
  const statuses = await Promise.all(
    Array.from({ length: 30 }, (_, guess) =>
      status({ email: 'bersaglio@example.com', password: `tentativo-${guess}` }, `2001:db8:${guess}::1`),
    ),
  )
  expect(statuses.filter((each) => each === 401)).toHaveLength(5)
  expect(statuses.filter((each) => each === 429)).toHaveLength(25)
})

test('one address, or one /64 of IPv6, has 50 wrong guesses in a quarter of an hour, at any names', async () => {
  const statuses: number[] = []
  for (let guess = 0; guess < 52; guess++) {
    statuses.push(await status({ email: `n${guess}@example.com`, password: 'x' }, `2001:db8:aaaa:1::${guess}`))
  }
  expect(statuses.indexOf(429)).toBe(50)
  expect(await status({ email: 'n99@example.com', password: 'x' }, '2001:db8:aaaa:2::1')).toBe(401)
  clock.advance(15 * MINUTE_MS)
  expect(await status({ email: 'n99@example.com', password: 'x' }, '2001:db8:aaaa:1::1')).toBe(401)
  clock.set(start)
})

test('right passwords use nothing up', async () => {
  await register({ username: 'assidua', email: 'assidua@example.com' }, '198.51.100.3')
  for (let time = 0; time < 60; time++) {
    expect(await status({ email: 'assidua@example.com', password }, '192.0.2.60')).toBe(200)
  }
})

test('an address registers 20 times in an hour; refused forms are not counted', async () => {
  const statuses: number[] = []
  for (let time = 0; time < 22; time++) {
    await register({ username: 'admin' }, '192.0.2.77')
    const answer = await register({ username: `nuovo.${time}`, email: `nuovo${time}@example.com` }, '192.0.2.77')
    statuses.push(answer.statusCode)
  }
  expect(statuses).toEqual([...Array<number>(20).fill(201), 429, 429])
  clock.advance(HOUR_MS)
  expect((await register({ username: 'nuovo.dopo', email: 'dopo@example.com' }, '192.0.2.77')).statusCode).toBe(201)
  clock.set(start)
})

test('no other sign passes for a letter of a name, in JavaScript or in the database: every guess at an account is counted', async () => {
  const email = 'kim.si@example.com'
  await register({ username: 'kim.si', email }, '198.51.100.5')
  const signs = await sql<{ sign: string; letter: string }[]>`
    select sign, lower(sign) as letter
      from (select chr(code) as sign from generate_series(128, 1114111) as code where code not between 55296 and 57343) as signs
     where lower(sign) ~ '^[a-z]$' or lower(upper(sign)) ~ '^[a-z]$'`
  // The browser's and the server's folding apply even if the database folds none of them.
  const folded = [
    ...signs,
    ...['\u0130', '\u0131', '\u212a', '\u017f'].flatMap((sign) => [
      { sign, letter: sign.toLowerCase().charAt(0) },
      { sign, letter: sign.toUpperCase().toLowerCase().charAt(0) },
    ]),
  ]
  expect(folded.length).toBeGreaterThan(3)
  for (const [index, { sign, letter }] of folded.entries()) {
    for (const name of [{ email: email.replace(letter, sign) }, { username: 'kim.si'.replace(letter, sign) }]) {
      if (Object.values(name).some((spelled) => spelled === email || spelled === 'kim.si')) continue
      expect(await status({ ...name, password }, `2001:db8:b:${index}::1`)).toBe(401)
    }
  }
  expect(await status({ email: 'KIM.SI@Example.COM', password }, '2001:db8:c::1')).toBe(200)
})

test('guesses at the public id of a trader do not stop the owner from confirming with the password', async () => {
  const { user } = (await register({ username: 'pubblica', email: 'pubblica@example.com' }, '198.51.100.6')).json<{
    user: { trader_id: string }
  }>()
  const { access_token: token } = (await login({ email: 'pubblica@example.com', password }, {}, '192.0.2.89')).json<{
    access_token: string
  }>()
  for (let guess = 0; guess < 7; guess++)
    await status({ email: user.trader_id, password: 'x' }, `203.0.113.${100 + guess}`)
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/change-password',
    headers: { authorization: `Bearer ${token}` },
    payload: { current_password: password, new_password: 'montagna-lampada-77' },
  })
  expect(answer.statusCode).toBe(200)
})

test('a password is changed ten times a day', async () => {
  await register({ username: 'volubile', email: 'volubile@example.com' }, '198.51.100.7')
  const { access_token: token } = (await login({ email: 'volubile@example.com', password }, {}, '192.0.2.90')).json<{
    access_token: string
  }>()
  const change = (from: string, to: string) =>
    app.inject({
      method: 'POST',
      url: '/api/auth/change-password',
      headers: { authorization: `Bearer ${token}` },
      payload: { current_password: from, new_password: to },
    })
  const passwordOf = (change: number) => (change === 0 ? password : `montagna-lampada-${change}`)
  for (let each = 0; each < 10; each++) {
    expect((await change(passwordOf(each), passwordOf(each))).statusCode).toBe(422)
    expect((await change(passwordOf(each), passwordOf(each + 1))).statusCode).toBe(200)
  }
  const refused = await change(passwordOf(10), passwordOf(11))
  expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
    429,
    'Hai già cambiato la password molte volte oggi. Riprova tra 24 ore.',
  ])
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

test('counts are stored as keyed hashes; the delay is pruned after a day, wrong guesses in a row after 90', async () => {
  const subjects = await sql<{ subject: string }[]>`select subject from login_attempt where subject like 'account:%'`
  expect(subjects.length).toBeGreaterThan(5)
  expect(JSON.stringify(subjects)).not.toContain('example')
  try {
    clock.advance(26 * HOUR_MS)
    await removeExpiredSessions(kernel)
    const left = await sql<{ kind: string }[]>`select distinct split_part(subject, ':', 1) as kind from login_attempt`
    expect(left.map(({ kind }) => kind).toSorted()).toEqual(['account', 'confirm'])
    expect(await status({ email: 'bersaglio@example.com', password: 'x' })).toBe(401)
    clock.advance(91 * DAY_MS)
    await removeExpiredSessions(kernel)
    expect(await sql`select from login_attempt`).toHaveLength(0)
  } finally {
    clock.set(start)
  }
})
