import { setTimeout as sleep } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { waitingMessages } from '#server/outbox/outbox.ts'
import { startMailServer } from '#server/testing/mail-server.ts'
import { HOUR_MS } from '#shared/dates.ts'
import { awaitMails, mailsTo, noMailServer, tokenIn } from '../testing/mailbox.ts'
import { authScene, goodRegistration } from '../testing/scene.ts'
import { removeExpiredSessions } from './service.ts'

const { kernel, app, post, bearer, register, login, signIn, sessions } = await authScene(noMailServer)
const { sql, clock } = kernel
const { password } = goodRegistration
const next = 'montagna-lampada-77'
const start = clock.now()

let people = 0
/** A registered person of one's own address, so that no budget is shared. */
async function newPerson() {
  people += 1
  const email = `persona${people}@example.com`
  const username = `persona_${people}`
  await register({ email, username, display_name: 'Persona' }, `198.51.100.${people}`)
  return { email, username, address: `203.0.113.${people}` }
}
const forgot = (email: string, address = '192.0.2.1') => post('/api/auth/forgot-password', { email }, {}, address)
const reset = (token: string, fields: object = {}, address = '192.0.2.2') =>
  post('/api/auth/reset-password', { token, new_password: next, confirm_password: next, ...fields }, {}, address)
/** The newest link of an address, once `count` mails were written to it. */
async function linkOf(email: string, address: string, count = 1) {
  expect((await forgot(email, address)).statusCode).toBe(202)
  return tokenIn((await awaitMails(kernel, email, count)).at(-1))
}

describe('requesting a link', () => {
  test('answers the same bytes for known and unknown names, and writes to the registered alone', async () => {
    const { email } = await newPerson()
    const gone = await newPerson()
    await sql`update trader set deactivated_at = now() where email = ${gone.email}`
    const answers = await Promise.all(
      [email, 'nessuno@example.com', gone.email, email.toUpperCase()].map((each) => forgot(each)),
    )
    expect(answers.map((answer) => answer.statusCode)).toEqual([202, 202, 202, 202])
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
    expect(answers[0]?.json()).toEqual({
      message: expect.stringContaining('link valido un’ora') as string,
      is_available: true,
      support_email: null,
    })
    await awaitMails(kernel, email, 2)
    await sleep(100)
    expect(await mailsTo(kernel, 'nessuno@example.com')).toEqual([])
    expect(await mailsTo(kernel, gone.email)).toEqual([])
  })

  test('a mailbox gets three links an hour, an address requests ten', async () => {
    const { email } = await newPerson()
    for (let time = 0; time < 5; time++) expect((await forgot(email, `192.0.2.${20 + time}`)).statusCode).toBe(202)
    await sleep(300)
    expect(await mailsTo(kernel, email)).toHaveLength(3)
    const statuses: number[] = []
    for (let time = 0; time < 12; time++) statuses.push((await forgot(`x${time}@example.com`, '192.0.2.99')).statusCode)
    expect(statuses).toEqual([...Array<number>(10).fill(202), 429, 429])
    const refused = await forgot('altro@example.com', '192.0.2.99')
    expect(refused.json()).toMatchObject({ detail: 'Troppi tentativi. Riprova tra 1 ora.' })
    try {
      clock.advance(HOUR_MS)
      await linkOf(email, '192.0.2.99', 4)
    } finally {
      clock.set(start)
    }
  })

  test.each([[{}], [{ email: '' }], [{ email: 'no' }], [{ email: 'a@b.it\nbcc: c@d.it' }], [{ email: ['a@b.it'] }]])(
    '%j: 422',
    async (body) => expect((await post('/api/auth/forgot-password', body)).statusCode).toBe(422),
  )

  test('the link is readable by its recipient alone: sealed in the outbox, removed after sending, never in a log', async () => {
    const { email, address } = await newPerson()
    const token = await linkOf(email, address)
    const [row] = await sql`select body from outbox where recipient = ${email}`
    const stored = JSON.stringify([row, await sql`select encode(token_hash, 'hex'), trader_id from password_reset`])
    expect(stored).not.toContain(token)
    expect((await waitingMessages(sql, 500)).find(({ recipient }) => recipient === email)?.body).toBe('')
    await reset(token, {}, address)
    expect(JSON.stringify(kernel.lines)).not.toContain(token)
  })
})

describe('a link', () => {
  test('sets the password once, ends every session, notifies the owner', async () => {
    const { email, address } = await newPerson()
    const [one, two] = [await signIn(email), await signIn(email)]
    const token = await linkOf(email, address)
    const answer = await reset(token, {}, address)
    expect(answer.json()).toEqual({
      message: 'Password aggiornata: ora accedi con quella nuova.',
      revoked_sessions: 2,
    })
    expect([(await sessions(one)).statusCode, (await sessions(two)).statusCode]).toEqual([401, 401])
    expect((await login({ email, password })).statusCode).toBe(401)
    expect((await login({ email, password: next })).statusCode).toBe(200)
    const again = await reset(token, {}, address)
    expect([again.statusCode, again.json<{ error_type: string }>().error_type]).toEqual([400, 'RESET_LINK_DEAD'])
    const [, notified] = await mailsTo(kernel, email)
    expect(notified).toMatchObject({ subject: 'TopTrader: la tua password è stata cambiata', is_sealed: false })
  })

  test('leaves the second factor on: the mailbox alone opens no session', async () => {
    const { email, address } = await newPerson()
    const headers = bearer(await signIn(email))
    const { secret } = (await post('/api/account/totp/setup', { password }, headers)).json<{ secret: string }>()
    const phone = new TOTP({ secret: Secret.fromBase32(secret) })
    const confirmed = await post(
      '/api/account/totp/confirm',
      { totp: phone.generate({ timestamp: clock.now() }) },
      headers,
    )
    expect(confirmed.statusCode).toBe(200)
    const token = await linkOf(email, address, 2)
    expect((await reset(token, {}, address)).statusCode).toBe(200)
    const answer = await login({ email, password: next })
    expect([answer.statusCode, answer.json<{ error_type: string }>().error_type]).toEqual([401, 'TOTP_REQUIRED'])
    const [recovery] = confirmed.json<{ recovery_codes: string[] }>().recovery_codes
    expect((await login({ email, password: next, totp: recovery })).statusCode).toBe(200)
  })

  test('used twice at once sets one password', async () => {
    const { email, address } = await newPerson()
    const token = await linkOf(email, address)
    const words = Array.from({ length: 6 }, (_, index) => `montagna-lampada-${index}`)
    const answers = await Promise.all(
      words.map((word) => reset(token, { new_password: word, confirm_password: word }, address)),
    )
    expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400, 400])
    const winner = answers.findIndex((answer) => answer.statusCode === 200)
    expect((await login({ email, password: words[winner] })).statusCode).toBe(200)
  })

  test('is valid for an hour, and until a newer one is requested', async () => {
    const { email, address } = await newPerson()
    const old = await linkOf(email, address)
    const newer = await linkOf(email, address, 2)
    expect((await reset(old, {}, address)).statusCode).toBe(400)
    try {
      clock.set(start + HOUR_MS)
      expect((await reset(newer, {}, address)).statusCode).toBe(400)
      await removeExpiredSessions(kernel)
      expect(
        await sql`select from password_reset join trader using (trader_id) where email = ${email} and purpose = 'password'`,
      ).toHaveLength(0)
      clock.set(start + HOUR_MS - 1)
      const latest = await linkOf(email, address, 3)
      expect((await reset(latest, {}, address)).statusCode).toBe(200)
    } finally {
      clock.set(start)
    }
  })

  test('stays valid while the new password is refused', async () => {
    const { email, username, address } = await newPerson()
    const token = await linkOf(email, address)
    for (const [fields, field] of [
      [{ new_password: 'password123', confirm_password: 'password123' }, 'new_password'],
      [{ new_password: username, confirm_password: username }, 'new_password'],
      [{ new_password: 'corta', confirm_password: 'corta' }, 'new_password'],
      [{ confirm_password: 'montagna-lampada-78' }, 'confirm_password'],
    ] as const) {
      const answer = await reset(token, fields, address)
      expect(answer.statusCode).toBe(422)
      expect(answer.json<{ fields: object }>().fields).toHaveProperty(field)
    }
    expect((await reset(token, {}, address)).statusCode).toBe(200)
  })

  test('of a trader deactivated since is dead, and so is one requested before the password was changed', async () => {
    const gone = await newPerson()
    const token = await linkOf(gone.email, gone.address)
    await sql`update trader set deactivated_at = now() where email = ${gone.email}`
    expect((await reset(token, {}, gone.address)).statusCode).toBe(400)
    const changed = await newPerson()
    const session = await signIn(changed.email)
    const older = await linkOf(changed.email, changed.address)
    const change = { current_password: password, new_password: next }
    expect((await post('/api/auth/change-password', change, { authorization: `Bearer ${session}` })).statusCode).toBe(
      200,
    )
    expect((await reset(older, {}, changed.address)).statusCode).toBe(400)
  })

  test.each(['', 'x', 'x'.repeat(43), "' or 1=1 --", 'x\0y'])('%j opens nothing', async (token) => {
    expect((await reset(token, {}, '192.0.2.50')).statusCode).toBe(400)
  })

  test('tried out from one address: 50 times in a quarter of an hour', async () => {
    const statuses = new Set<number>()
    for (let guess = 0; guess < 51; guess++) statuses.add((await reset('x'.repeat(43), {}, '192.0.2.51')).statusCode)
    expect([...statuses]).toEqual([400, 429])
  })
})

test('a sign-in that compared the old password while it was reset opens nothing', async () => {
  const { email, address } = await newPerson()
  const token = await linkOf(email, address)
  const [answer] = await Promise.all([login({ email, password }, {}, address), reset(token, {}, address)])
  const { access_token: opened } = answer.json<{ access_token?: string }>()
  expect((await sessions(opened ?? 'x'.repeat(43))).statusCode).toBe(401)
  expect(await sql`select from session join trader using (trader_id) where email = ${email}`).toHaveLength(0)
})

test('the mail arrives, and its token stands in the fragment, which reaches no server', async () => {
  const server = await startMailServer()
  const scene = await authScene({ SMTP_URL: server.url, APP_URL: 'https://toptrader.example' })
  await scene.register()
  await scene.post('/api/auth/forgot-password', { email: 'anna@example.com' })
  // The registration has sent a mail of its own.
  await expect.poll(() => server.mails.length, { timeout: 20_000 }).toBe(2)
  const raws = server.mails.map((mail) => mail.raw.replace(/=\r\n/g, '').replaceAll('=3D', '='))
  const raw = raws.find((text) => text.includes('form=reset')) ?? ''
  expect(server.mails.map(({ to }) => to)).toEqual([['anna@example.com'], ['anna@example.com']])
  const [, token = ''] = /https:\/\/toptrader\.example\/\?view=auth&form=reset#token=([\w-]{43})/.exec(raw) ?? []
  expect(token).toHaveLength(43)
  const answer = await scene.post('/api/auth/reset-password', { token, new_password: next, confirm_password: next })
  expect(answer.statusCode).toBe(200)
  await expect
    .poll(
      async () => (await scene.kernel.sql`select body from outbox where is_sealed`).map((row) => row['body'] as string),
      {
        timeout: 20_000,
      },
    )
    .toEqual(['', ''])
})

test('where mail is not set up the answer says so to everybody, and nothing is written', async () => {
  const scene = await authScene({ SUPPORT_EMAIL: 'aiuto@example.com' })
  await scene.register()
  for (const email of ['anna@example.com', 'nessuno@example.com']) {
    const answer = await scene.post('/api/auth/forgot-password', { email })
    expect(answer.statusCode).toBe(202)
    expect(answer.json()).toEqual({
      message: 'Funzione di recupero password in sviluppo',
      is_available: false,
      support_email: 'aiuto@example.com',
    })
  }
  expect(await scene.kernel.sql`select from password_reset`).toHaveLength(0)
  expect(await scene.kernel.sql`select from outbox`).toHaveLength(0)
  expect(app.server.listening).toBe(false)
})
