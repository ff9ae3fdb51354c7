import { afterAll, beforeEach, expect, test } from 'vitest'
import { registerAuth } from '#features/auth/server/routes.ts'
import { registerContacts } from '#features/contacts/server/routes.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { registerAccount } from './routes.ts'

const support = 'assistenza@toptrader.example'
const kernel = await testKernel({
  env: {
    RATE_LIMITS: 'off',
    SMTP_URL: 'smtp://127.0.0.1:9',
    SUPPORT_EMAIL: support,
    MAIL_FROM: 'TopTrader <no-reply@toptrader.example>',
  },
})
const { sql } = kernel
// Posted mails are read in the outbox.
await kernel.outbox.close()
const app = await testApp(kernel, registerAccount, registerAuth, registerContacts)
const password = 'Cavallo-Verde-77'
type Headers = Record<string, string>

let made = 0
async function register(username: string, email: string) {
  made += 1
  const payload = {
    username,
    email,
    password,
    confirm_password: password,
    display_name: `Persona ${'abcdefghij'.charAt(made % 10)}`,
    country: 'IT',
    broker_server: 'Broker-Live',
    account_number: `5${String(made).padStart(6, '0')}`,
    terms_accepted_at: '2026-11-20T10:00:00.000Z',
  }
  return app.inject({ method: 'POST', url: '/api/auth/register', payload })
}
async function signIn(email: string): Promise<Headers | null> {
  const answer = await app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })
  return answer.statusCode === 200
    ? { authorization: `Bearer ${answer.json<{ access_token: string }>().access_token}` }
    : null
}
async function registered(username: string, email = `${username}@example.com`): Promise<Headers> {
  const answer = await register(username, email)
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)])
  const headers = await signIn(email)
  if (headers === null) throw new Error('not signed in')
  return headers
}
const write = (email: string, message: string, headers: Headers = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/contacts',
    headers,
    payload: { name: 'Vera', email, subject: 'altro', message },
  })
const exported = async (headers: Headers) => {
  const { body } = await app.inject({ url: '/api/account/export?format=json', headers })
  return { body, data: (JSON.parse(body) as { data: Record<string, Record<string, unknown>[]> }).data }
}
const erase = (headers: Headers) =>
  app.inject({ method: 'DELETE', url: '/api/account', headers, payload: { password } })
const toSupport = () => sql`select body, reply_to from outbox where recipient = ${support} order by message_id`
const contacts = async () =>
  (await sql<{ message: string }[]>`select message from contact_message order by message_id`).map(
    ({ message }) => message,
  )

beforeEach(async () => void (await sql`truncate outbox, mailbox_count, contact_message`))
afterAll(() => app.close())

test.each([support, support.toUpperCase(), 'no-reply@toptrader.example'])(
  'no account can be registered with %s, and the answer is that of a taken address',
  async (email) => {
    const taken = `presa${made}@example.com`
    await register(`proprietario${made}`, taken)
    const [own, other] = [await register(`nuovo_a${made}`, email), await register(`nuovo_b${made}`, taken)]
    expect(own.statusCode).toBe(other.statusCode)
    expect(Object.keys(own.json<object>())).toEqual(Object.keys(other.json<object>()))
    expect(await sql`select from trader where lower(email) = lower(${email})`).toEqual([])
    expect(await signIn(email)).toBeNull()
  },
)

test('an account that had the support address before it was one reads no messages of others, and its erasure removes none', async () => {
  const headers = await registered('vecchio', 'prima@example.com')
  await sql`update trader set email = ${support} where username = 'vecchio'`
  await write('vera@example.com', 'Il mio segreto')
  const before = await toSupport()
  expect(before).toHaveLength(1)
  expect((await exported(headers)).body).not.toContain('segreto')
  expect((await erase(headers)).statusCode).toBe(200)
  expect(await sql`select body, reply_to from outbox where cause like 'contact:%'`).toEqual(before)
  expect(await contacts()).toEqual(['Il mio segreto'])
})

test('an account with a stranger’s address neither reads nor removes the stranger’s messages; its erasure removes its own', async () => {
  await write('vera@example.com', 'Da fuori')
  const headers = await registered('ladro_di_nome', 'vera@example.com')
  await write('vera@example.com', 'Da dentro', headers)
  const { body, data } = await exported(headers)
  expect(body).not.toContain('Da fuori')
  expect(data['contact_message']).toEqual([expect.objectContaining({ message: 'Da dentro' })])
  // A mail to the support is none to the trader who caused it.
  expect(data['outbox']?.map(({ subject }) => subject)).not.toContain('TopTrader, contatti: Altro')
  const { deletion_summary: summary } = (await erase(headers)).json<{ deletion_summary: Record<string, number> }>()
  expect(summary['contact_message']).toBe(1)
  expect(await contacts()).toEqual(['Da fuori'])
  expect((await toSupport()).map(({ reply_to }) => reply_to)).toEqual(['vera@example.com'])
})

test('no name is removed from mails to others', async () => {
  const patient = await registered('paziente_uno')
  await app.inject({
    method: 'POST',
    url: '/api/auth/change-password',
    headers: patient,
    payload: { current_password: password, new_password: 'Nuova-Parola-88', confirm_password: 'Nuova-Parola-88' },
  })
  const mails = () =>
    sql<{ body: string }[]>`select subject, body from outbox where recipient = 'paziente_uno@example.com'`
  const before = await mails()
  expect(before.map(({ body }) => body).join()).toMatch(/\bstata\b.*\bchiuse\b.*\bsubito\b/s)
  for (const username of ['stata', 'chiuse', 'subito']) {
    const headers = await registered(username)
    expect((await erase(headers)).statusCode).toBe(200)
  }
  expect(await mails()).toEqual(before)
})

test('accounts that come and go under a stranger’s address cause ten mails a day at most, farewells too', async () => {
  for (let round = 0; round < 13; round += 1) {
    const headers = await registered(`viene_e_va_${round}`, 'bersaglio@example.com')
    expect((await erase(headers)).statusCode).toBe(200)
  }
  const [row] = await sql<{ leaving: number }[]>`
    select count(*)::int as leaving from outbox where recipient = 'bersaglio@example.com' and given_up_at is null`
  expect(row?.leaving).toBe(10)
})
