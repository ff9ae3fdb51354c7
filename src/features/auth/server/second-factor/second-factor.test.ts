import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#shared/dates.ts'
import { mailsTo, noMailServer } from '../../testing/mailbox.ts'
import { authScene, goodRegistration } from '../../testing/scene.ts'
import { removeExpiredSessions } from '../service.ts'

const { kernel, app, post, bearer, register, login, signIn, sessions } = await authScene(noMailServer)
const { sql, clock } = kernel
const { password } = goodRegistration
const start = clock.now()
const STEP = 30_000

let people = 0
async function newPerson() {
  people += 1
  const email = `persona${people}@example.com`
  await register({ email, username: `persona_${people}` }, `198.51.100.${people}`)
  return { email, token: await signIn(email) }
}
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() + steps * STEP })
const wrongCodeOf = (secret: string) => ((Number(codeOf(secret)) + 500_000) % 1_000_000).toString().padStart(6, '0')
const call = (token: string, path: string, body: object) => post(`/api/account/totp/${path}`, body, bearer(token))
const status = async (token: string) =>
  (await app.inject({ method: 'GET', url: '/api/account/totp', headers: bearer(token) })).json<object>()
async function prepare(token: string) {
  const answer = await call(token, 'setup', { password })
  expect(answer.statusCode).toBe(200)
  return answer.json<{ secret: string; otpauth_uri: string }>()
}
/** A person with a second factor on, two steps later, so that every code is a fresh one. */
async function guarded() {
  const { email, token } = await newPerson()
  const { secret } = await prepare(token)
  const answer = await call(token, 'confirm', { totp: codeOf(secret) })
  expect(answer.statusCode).toBe(200)
  clock.advance(2 * STEP)
  return { email, token, secret, codes: answer.json<{ recovery_codes: string[] }>().recovery_codes }
}

describe('setting up', () => {
  test('requires the password, has no effect before a first code, then requires one at every sign-in', async () => {
    const { email, token } = await newPerson()
    const without = await call(token, 'setup', { password: 'sbagliata-42' })
    expect([without.statusCode, without.json<{ fields: object }>().fields]).toEqual([
      422,
      { password: 'La password non è corretta: riscrivila.' },
    ])
    const { secret, otpauth_uri: uri } = await prepare(token)
    expect(uri).toBe(
      `otpauth://totp/TopTrader:persona_${people}?issuer=TopTrader&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    expect(await status(token)).toMatchObject({ enabled: false, required: false, recovery_codes_left: 0 })
    expect((await login({ email, password })).statusCode).toBe(200)

    const wrong = await call(token, 'confirm', { totp: wrongCodeOf(secret) })
    expect(wrong.statusCode).toBe(422)
    expect(wrong.json<{ fields: object }>().fields).toHaveProperty('totp')
    const right = await call(token, 'confirm', { totp: ` ${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)} ` })
    expect(right.json<{ recovery_codes: string[] }>().recovery_codes).toHaveLength(10)
    expect(await status(token)).toMatchObject({ enabled: true, recovery_codes_left: 10 })
    const mails = await mailsTo(kernel, email)
    expect(mails.map(({ subject }) => subject)).toEqual(['TopTrader: il secondo fattore è attivo'])
    expect(mails[0]?.body).toContain('Le altre sessioni sono state chiuse.')

    const answer = await login({ email, password })
    expect([answer.statusCode, answer.json<{ error_type: string }>().error_type]).toEqual([401, 'TOTP_REQUIRED'])
    // The code that turned it on is used up.
    expect((await login({ email, password, totp: codeOf(secret) })).statusCode).toBe(401)
    clock.advance(STEP)
    expect((await login({ email, password, totp: codeOf(secret) })).statusCode).toBe(200)
  })

  test('closes every other session, also one that was opened by the password alone', async () => {
    const { email, token } = await newPerson()
    const thief = await signIn(email)
    const { secret } = await prepare(token)
    expect((await sessions(thief)).statusCode).toBe(200)
    const answer = await call(token, 'confirm', { totp: codeOf(secret) })
    expect(answer.json<{ message: string }>().message).toBe(
      'Secondo fattore attivo. Le altre sessioni sono state chiuse.',
    )
    expect((await sessions(thief)).statusCode).toBe(401)
    expect((await sessions(token)).json<{ sessions: object[] }>().sessions).toHaveLength(1)
  })

  test('an unconfirmed secret is removed after a day, a confirmed one stays', async () => {
    const { token } = await newPerson()
    const { secret } = await prepare(token)
    const confirmed = await guarded()
    try {
      clock.advance(DAY_MS - 2 * STEP)
      await removeExpiredSessions(kernel)
      expect((await call(token, 'confirm', { totp: wrongCodeOf(secret) })).statusCode).toBe(422)
      clock.advance(2 * STEP + 1)
      await removeExpiredSessions(kernel)
      expect((await call(token, 'confirm', { totp: codeOf(secret) })).statusCode).toBe(409)
      expect(await status(confirmed.token)).toMatchObject({ enabled: true })
    } finally {
      clock.set(start)
    }
  })

  test('twice leaves the second secret; once it is on it is never replaced', async () => {
    const { token } = await newPerson()
    const first = await prepare(token)
    const second = await prepare(token)
    expect((await call(token, 'confirm', { totp: codeOf(first.secret) })).statusCode).toBe(422)
    expect((await call(token, 'confirm', { totp: codeOf(second.secret) })).statusCode).toBe(200)
    expect((await call(token, 'setup', { password })).statusCode).toBe(409)
    expect((await call(token, 'confirm', { totp: codeOf(second.secret, 1) })).statusCode).toBe(409)
  })

  test('confirmed twice at once gives one list of recovery codes', async () => {
    const { token } = await newPerson()
    const { secret } = await prepare(token)
    const answers = await Promise.all([1, 2, 3].map(() => call(token, 'confirm', { totp: codeOf(secret) })))
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1)
    expect(await status(token)).toMatchObject({ recovery_codes_left: 10 })
  })

  test('needs a session, and a prepared secret', async () => {
    const { token } = await newPerson()
    expect((await call(token, 'confirm', { totp: '123456' })).statusCode).toBe(409)
    expect((await call(token, 'disable', { password, totp: '123456' })).statusCode).toBe(409)
    expect((await call(token, 'recovery-codes', { password, totp: '123456' })).statusCode).toBe(409)
    for (const path of ['setup', 'confirm', 'disable', 'recovery-codes'])
      expect((await call('x'.repeat(43), path, { password, totp: '1' })).statusCode).toBe(401)
  })

  test('no secret and no recovery code lies open in the database or the log', async () => {
    const { secret, codes } = await guarded()
    const rows = [
      await sql`select * from second_factor`,
      await sql`select encode(code_hash, 'escape') as code from recovery_code`,
      kernel.lines,
    ]
    const stored = JSON.stringify(rows)
    expect(stored).not.toContain(secret)
    for (const code of codes) {
      expect(stored).not.toContain(code)
      expect(stored).not.toContain(code.replaceAll('-', ''))
    }
  })
})

describe('signing in with it', () => {
  test('a code opens once, and no code of an earlier step opens after it', async () => {
    const { email, secret } = await guarded()
    const former = codeOf(secret, -1)
    const now = codeOf(secret)
    const answers = await Promise.all([1, 2, 3].map(() => login({ email, password, totp: now })))
    expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 401, 401])
    expect((await login({ email, password, totp: former })).json()).toMatchObject({ error_type: 'TOTP_INVALID' })
    expect((await login({ email, password, totp: codeOf(secret, 1) })).statusCode).toBe(200)
  })

  test('a wrong password says nothing of it, with a right code and without', async () => {
    const { email, secret } = await guarded()
    const bodies = [
      { email, password: 'sbagliata-42' },
      { email, password: 'sbagliata-42', totp: codeOf(secret) },
      { email: 'nessuno@example.com', password, totp: '123456' },
    ]
    const answers = await Promise.all(bodies.map((body) => login(body)))
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
    expect(answers[0]?.json()).toMatchObject({ error_type: 'INVALID_CREDENTIALS' })
    // The code was not used up by a wrong password.
    expect((await login({ email, password, totp: codeOf(secret) })).statusCode).toBe(200)
  })

  test('a recovery code opens once, and the owner is notified how many are left', async () => {
    const { email, codes, token } = await guarded()
    const [first = '', second = ''] = codes
    const answers = await Promise.all([1, 2].map(() => login({ email, password, totp: first.toUpperCase() })))
    expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 401])
    expect((await login({ email, password, totp: second.replaceAll('-', '') })).statusCode).toBe(200)
    expect(await status(token)).toMatchObject({ recovery_codes_left: 8 })
    const notified = (await mailsTo(kernel, email)).filter(({ subject }) => subject.includes('codice di recupero'))
    expect(notified).toHaveLength(2)
    expect(notified[1]?.body).toContain('Ne restano 8.')
  })

  test('a recovery code does not open another account', async () => {
    const [one, two] = [await guarded(), await guarded()]
    expect((await login({ email: one.email, password, totp: two.codes[0] })).statusCode).toBe(401)
    expect((await login({ email: two.email, password, totp: two.codes[0] })).statusCode).toBe(200)
  })

  test('guesses of codes wait as guesses of passwords do, also between right passwords without a code', async () => {
    const { email, secret } = await guarded()
    const statuses: number[] = []
    for (let guess = 0; guess < 7; guess++) {
      expect((await login({ email, password }, {}, `192.0.2.${guess}`)).statusCode).toBe(401)
      statuses.push((await login({ email, password, totp: wrongCodeOf(secret) }, {}, `192.0.2.${guess}`)).statusCode)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    const right = await login({ email, password, totp: codeOf(secret) }, {}, '192.0.2.50')
    expect(right.json()).toMatchObject({
      error_type: 'TOO_MANY_REQUESTS',
      detail: 'Troppi tentativi. Riprova tra 30 secondi.',
    })
    clock.advance(STEP)
    expect((await login({ email, password, totp: codeOf(secret) }, {}, '192.0.2.50')).statusCode).toBe(200)
    expect((await login({ email, password, totp: wrongCodeOf(secret) }, {}, '192.0.2.50')).json()).toMatchObject({
      error_type: 'TOTP_INVALID',
    })
  })

  test('setting a new password keeps it', async () => {
    const { email, secret, token } = await guarded()
    const next = 'montagna-lampada-77'
    const change = { current_password: password, new_password: next }
    expect((await post('/api/auth/change-password', change, bearer(token))).statusCode).toBe(200)
    expect((await login({ email, password: next })).json()).toMatchObject({ error_type: 'TOTP_REQUIRED' })
    expect((await login({ email, password: next, totp: codeOf(secret) })).statusCode).toBe(200)
  })
})

describe('turning it off', () => {
  test('requires the password and a code, and notifies the owner', async () => {
    const { email, token, secret } = await guarded()
    const off = (body: object) => call(token, 'disable', body)
    expect((await off({ password: 'sbagliata-42', totp: codeOf(secret) })).json()).toMatchObject({
      fields: { password: 'La password non è corretta: riscrivila.' },
    })
    expect((await off({ password, totp: wrongCodeOf(secret) })).json<{ fields: object }>().fields).toHaveProperty(
      'totp',
    )
    expect(await status(token)).toMatchObject({ enabled: true })
    expect((await off({ password, totp: codeOf(secret) })).statusCode).toBe(200)
    expect(await status(token)).toMatchObject({ enabled: false, recovery_codes_left: 0 })
    expect((await login({ email, password })).statusCode).toBe(200)
    expect((await mailsTo(kernel, email)).at(-1)?.subject).toBe('TopTrader: il secondo fattore è stato disattivato')
  })

  test('works with a recovery code too', async () => {
    const { token, codes } = await guarded()
    expect((await call(token, 'disable', { password, totp: codes[3] })).statusCode).toBe(200)
  })
})

test('new recovery codes require the password and a code, replace the old ones, and the owner is notified', async () => {
  const { email, token, secret, codes } = await guarded()
  const renew = (body: object) => call(token, 'recovery-codes', body)
  const errorFields = async (body: object) => Object.keys((await renew(body)).json<{ fields: object }>().fields)
  expect(await errorFields({ password })).toEqual(['totp'])
  expect(await errorFields({ password, totp: wrongCodeOf(secret) })).toEqual(['totp'])
  expect(await errorFields({ password: 'sbagliata-42', totp: codeOf(secret) })).toEqual(['password'])
  expect(await mailsTo(kernel, email)).toHaveLength(1)

  const answer = await renew({ password, totp: codeOf(secret) })
  const fresh = answer.json<{ recovery_codes: string[] }>().recovery_codes
  const notified = (await mailsTo(kernel, email)).at(-1)
  expect(notified?.subject).toBe('TopTrader: i codici di recupero sono stati sostituiti')
  expect(notified?.body).toContain('i precedenti non valgono più')
  expect((await login({ email, password, totp: codes[0] })).statusCode).toBe(401)
  expect((await login({ email, password, totp: fresh[0] })).statusCode).toBe(200)
  // Without the phone a recovery code renews the rest.
  expect((await renew({ password, totp: fresh[1] })).statusCode).toBe(200)
  expect((await login({ email, password, totp: fresh[2] })).statusCode).toBe(401)
})

test('a sealed secret opens for its own trader only', async () => {
  const [one, two] = [await guarded(), await guarded()]
  await sql`
    update second_factor set secret_sealed = (
      select secret_sealed from second_factor join trader using (trader_id) where email = ${one.email})
     where trader_id = (select trader_id from trader where email = ${two.email})`
  expect((await login({ email: two.email, password, totp: codeOf(one.secret) })).statusCode).toBe(500)
  expect((await sessions(two.token)).statusCode).toBe(200)
  clock.set(start)
})
