import { describe, expect, test } from 'vitest'
import { person } from '#server/testing/people.ts'
import { termsVersion } from '../../terms.ts'
import { authScene, goodRegistration } from '../../testing/scene.ts'
import { registerTrader } from './register.ts'

const { kernel, app, register, post, login } = await authScene({ RATE_LIMITS: 'off' })
const { sql } = kernel

let next = 0
/** Free names. */
const fresh = () => {
  next += 1
  return { username: `persona_${next}x`, email: `persona${next}@example.com` }
}
const rowOf = async (username: string) =>
  (await sql<Record<string, unknown>[]>`select * from trader where username = ${username}`)[0]

describe('registering', () => {
  test('makes an account of the sent fields', async () => {
    const answer = await register()
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({
      message: 'Registrazione completata!',
      user: {
        trader_id: expect.any(String) as string,
        username: 'anna.verdi',
        display_name: 'Anna Verdi',
        email: 'anna@example.com',
        country: 'IT',
        is_admin: false,
        is_diamond: false,
        diamond_expires: null,
        leaderboard_expires: null,
        created_at: '2026-11-20T10:00:00.000Z',
      },
    })
    const row = await rowOf('anna.verdi')
    expect(row).toMatchObject({
      broker_server: 'Broker-Live',
      account_number: '1000001',
      terms_accepted_at: '2026-11-20T10:00:00.000Z',
      terms_version: termsVersion,
      deactivated_at: null,
    })
    expect(await kernel.secrets.passwordMatches(String(row?.['password_hash']), goodRegistration.password)).toBe(true)
    expect(kernel.secrets.open(String(row?.['investor_password_sealed']), String(row?.['trader_id']))).toBe(
      'solo-lettura-42',
    )
  })

  test('an account is as old as its row: the hashing of the password is over by then', async () => {
    const names = fresh()
    let time = kernel.clock.now()
    const hashPassword = async (password: string) => {
      time += 150
      return kernel.secrets.hashPassword(password)
    }
    const slow = {
      ...kernel,
      clock: { ...kernel.clock, now: () => time },
      secrets: { ...kernel.secrets, hashPassword },
    }
    await registerTrader(slow, { ...goodRegistration, ...names }, '10.9.8.7')
    expect(await rowOf(names.username)).toMatchObject({ created_at: '2026-11-20T10:00:00.150Z' })
  })

  test('no secret is in the database, the answer or the log', async () => {
    const names = fresh()
    const answer = await register({
      ...names,
      password: 'segreto-mio-xyzzy',
      confirm_password: 'segreto-mio-xyzzy',
      investor_password: 'investitore-xyzzy',
    })
    expect(answer.statusCode).toBe(201)
    const everything = `${JSON.stringify(await rowOf(names.username))}${answer.body}${JSON.stringify(kernel.lines)}`
    expect(everything).not.toContain('xyzzy')
  })

  test('the investor password may be empty or missing', async () => {
    for (const investor_password of ['', undefined]) {
      const names = fresh()
      expect((await register({ ...names, investor_password })).statusCode).toBe(201)
      expect(await rowOf(names.username)).toMatchObject({ investor_password_sealed: null })
    }
  })

  test('names and addresses are trimmed and folded to one form', async () => {
    const answer = await register({
      username: ' ｌｕｉｇｉ_99 ',
      email: ' Luigi@Example.COM ',
      display_name: '  Nu\u0301n\u0303ez ',
      country: ' it ',
    })
    expect(answer.json()).toMatchObject({
      user: { username: 'luigi_99', email: 'Luigi@Example.COM', display_name: 'Núñez', country: 'IT' },
    })
    expect((await login({ email: 'luigi@example.com', password: goodRegistration.password })).statusCode).toBe(200)
  })
})

describe('names that are taken', () => {
  test.each([
    ['PERSONA.presa', 'Persona.Presa'],
    ['Mario_10', 'mario_1o'],
    ['illusion', 'lllusion'],
    ['illusion2', '1llusi0n2'],
  ])('%s, then %s', async (first, second) => {
    expect((await register({ ...fresh(), username: first })).statusCode).toBe(201)
    const answer = await register({ ...fresh(), username: second })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ detail: 'Nome utente già in uso', error_type: 'USERNAME_TAKEN' })
  })

  test('an e-mail without regard to case', async () => {
    const names = fresh()
    expect((await register(names)).statusCode).toBe(201)
    const answer = await register({ ...fresh(), email: names.email.toUpperCase() })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      error_type: 'EMAIL_TAKEN',
      fields: { email: 'Email già in uso: accedi, o usane un’altra.' },
    })
  })

  test('twenty at the same moment make one account', async () => {
    const { username } = fresh()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        register({ username: index % 2 ? username : username.toUpperCase(), email: `gara${index}@example.com` }),
      ),
    )
    const statuses = answers.map((answer) => answer.statusCode)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(19)
    expect(await sql`select from trader where lower(username) = ${username}`).toHaveLength(1)
  })
})

describe('fields that the contract does not name', () => {
  test.each([0, 1, 2])('every column of every table, posted besides, changes nothing: third %i', async (third) => {
    const all = await sql<{ column_name: string }[]>`
      select distinct column_name from information_schema.columns where table_schema = 'public' order by column_name`
    const columns = all.filter((_, index) => index % 3 === third)
    const names = fresh()
    const given = { ...goodRegistration, ...names }
    const intruder = kernel.secrets.newId()
    const extra = Object.fromEntries(
      columns.flatMap(({ column_name: column }) =>
        column in given
          ? []
          : [
              [
                column,
                /_id$|actor|subject/.test(column)
                  ? intruder
                  : /^is_|has_|hide_/.test(column)
                    ? true
                    : '2099-01-01T00:00:00.000Z',
              ],
            ],
      ),
    )
    expect(Object.keys(extra).length).toBeGreaterThan(80)
    const answer = await register({
      ...extra,
      ...names,
      is_diamond: true,
      is_ea_verified: true,
      leaderboard_expires: '2099-01-01T00:00:00Z',
      diamond_expires: '2099-01-01T00:00:00Z',
      role: 'admin',
    })
    expect(answer.statusCode).toBe(201)
    const row = await rowOf(names.username)
    expect(row).toMatchObject({
      is_admin: false,
      user_sequential_id: expect.any(Number),
      bio: null,
      hide_amounts: false,
      myfxbook_url: null,
      links: {},
      terms_accepted_at: '2026-11-20T10:00:00.000Z',
      created_at: '2026-11-20T10:00:00.000Z',
      deactivated_at: null,
    })
    expect(row?.['trader_id']).not.toBe(intruder)
    expect(await sql`select from subscription`).toHaveLength(0)
    expect(await sql`select from entitlement_entry`).toHaveLength(0)
  })
})

describe('forms', () => {
  const form = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/api/auth/register',
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })

  test('register as JSON does', async () => {
    const answer = await form({ ...goodRegistration, ...fresh() }, { origin: 'http://localhost:3000' })
    expect(answer.statusCode).toBe(201)
  })

  test('meet the same rules', async () => {
    for (const change of [
      { username: 'ab' },
      { username: 'admin' },
      { password: 'password1', confirm_password: 'password1' },
      { country: 'XX' },
      { email: 'x' },
    ]) {
      const body = { ...goodRegistration, ...fresh(), ...change }
      const [json, urlencoded] = [await post('/api/auth/register', body), await form(body)]
      expect(urlencoded.statusCode).toBe(json.statusCode)
      expect(urlencoded.json()).toEqual(json.json())
    }
  })

  test('a form of another site is refused, a field sent twice too', async () => {
    expect((await form({ ...goodRegistration, ...fresh() }, { origin: 'https://evil.example' })).statusCode).toBe(403)
    expect((await form({ ...goodRegistration, ...fresh() }, { origin: 'null' })).statusCode).toBe(403)
    const twice = await app.inject({
      method: 'POST',
      url: '/api/auth/register',
      payload: `${new URLSearchParams({ ...goodRegistration, ...fresh() }).toString()}&username=altro`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(twice.statusCode).toBe(422)
  })
})

test('names of a trader who was inserted by other means are taken too', async () => {
  await person(kernel, 'presente')
  expect((await register({ ...fresh(), username: 'Presente' })).statusCode).toBe(409)
})
