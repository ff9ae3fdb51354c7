import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { deliverOutbox } from '#server/outbox/outbox-delivery.ts'
import { postMessage } from '#server/outbox/outbox.ts'
import { createMailTransport } from '#server/outbox/mail.ts'
import { lockAwaited } from '#server/testing/locks.ts'
import { person } from '#server/testing/people.ts'
import { startMailServer } from '#server/testing/mail-server.ts'
import { DAY_MS, HOUR_MS } from '#shared/dates.ts'
import { subjects, subjectLabels } from '../rules.ts'
import { registerContacts } from './routes.ts'
import { eraseContactMessages, pruneContactMessages } from './service.ts'

const support = 'supporto@toptrader.example'
const kernel = await testKernel({ env: { SUPPORT_EMAIL: support } })
const app = await testApp(kernel, registerContacts)
const bare = await testKernel()
const bareApp = await testApp(bare, registerContacts)
const { sql } = kernel

const good = {
  name: 'Elena Rinaldi',
  email: 'elena@rinaldi.example',
  subject: 'problemi-pagamento',
  message: 'Ho pagato ieri.\nIl piano non è attivo.',
}
const incomplete = 'Tutti i campi sono obbligatori'

const send = (
  fields: object = {},
  remoteAddress = '127.0.0.1',
  server = app,
  more: { headers?: Record<string, string> } = {},
) => server.inject({ method: 'POST', url: '/api/contacts', payload: { ...good, ...fields }, remoteAddress, ...more })
const stored = () => sql<Record<string, unknown>[]>`select * from contact_message order by created_at`
const mails = () => sql<Record<string, unknown>[]>`select * from outbox order by created_at`

beforeEach(async () => {
  await sql`truncate contact_message, outbox, login_attempt`
  await bare.sql`truncate contact_message, outbox, login_attempt`
})

test('a message of the four documented fields is stored and mailed to the support address, replies go to the writer', async () => {
  const answer = await send()
  expect([answer.statusCode, Object.keys(answer.json<object>())]).toEqual([201, ['message']])
  const [message, ...others] = await stored()
  expect(others).toEqual([])
  expect(message).toMatchObject({ ...good, handled_at: null })
  const [mail] = await mails()
  expect(mail).toMatchObject({
    kind: 'mail',
    recipient: support,
    reply_to: good.email,
    subject: 'TopTrader, contatti: Problemi di pagamento',
    cause: `contact:${String(message?.['message_id'])}`,
  })
  expect(mail?.['body']).toContain(good.message)
})

test('without a support address the admins get the mail', async () => {
  expect((await send({}, '127.0.0.1', bareApp)).statusCode).toBe(201)
  const [mail] = await bare.sql`select kind, recipient from outbox`
  expect(mail).toEqual({ kind: 'admin_alert', recipient: null })
})

test('the support address is in the answer where there is one', async () => {
  const of = async (server: typeof app) => (await server.inject('/api/contacts')).json<object>()
  expect([await of(app), await of(bareApp)]).toEqual([{ support_email: support }, { support_email: null }])
})

test.each(['name', 'email', 'subject', 'message'])('%s is needed', async (field) => {
  for (const value of [undefined, '', '   ']) {
    const answer = await send({ [field]: value })
    // A subject of spaces is none of the six.
    const sentence = field === 'subject' && value === '   ' ? 'Scegli uno degli oggetti proposti.' : incomplete
    expect([answer.statusCode, answer.json<{ detail: string; fields: object }>()]).toEqual([
      422,
      expect.objectContaining({ detail: sentence, fields: { [field]: sentence } }),
    ])
  }
  expect(await stored()).toEqual([])
})

test('every missing field has the same sentence', async () => {
  const answer = await app.inject({ method: 'POST', url: '/api/contacts', payload: {} })
  const { detail, fields } = answer.json<{ detail: string; fields: Record<string, string> }>()
  expect([answer.statusCode, detail]).toEqual([422, incomplete])
  expect(Object.keys(fields).toSorted()).toEqual(['email', 'message', 'name', 'subject'])
})

test.each([
  ['name', 'x'.repeat(101), 'Al massimo 100 caratteri.'],
  ['name', 'Elena\r\nBcc: tutti@example.com', 'Contiene caratteri non ammessi: toglili.'],
  ['name', 'Elena\u202Eanele', 'Contiene caratteri non ammessi: toglili.'],
  ['name', 'Elena\u2028Da: TopTrader', 'Contiene caratteri non ammessi: toglili.'],
  ['name', 'El\u200Bena', 'Contiene caratteri non ammessi: toglili.'],
  ['name', 'Elena\u2066anele', 'Contiene caratteri non ammessi: toglili.'],
  ['email', 'ele\u200Bna@rinaldi.example', 'Contiene caratteri non ammessi: toglili.'],
  ['message', 'paga\u202Eottut', 'Contiene caratteri non ammessi: toglili.'],
  ['email', 'elena', 'Inserisci un indirizzo email valido.'],
  ['email', 'elena@rinaldi.example, altri@example.com', 'Inserisci un indirizzo email valido.'],
  ['email', `${'x'.repeat(250)}@example.com`, 'Al massimo 254 caratteri.'],
  ['email', 'elena@rinaldi.example\r\nBcc: tutti@example.com', 'Contiene caratteri non ammessi: toglili.'],
  ['subject', 'reclamo', 'Scegli uno degli oggetti proposti.'],
  ['message', 'x'.repeat(5001), 'Al massimo 5.000 caratteri.'],
  ['message', 'a\0b', 'Contiene caratteri non ammessi: toglili.'],
])('%s refuses %j', async (field, value, sentence) => {
  const answer = await send({ [field]: value })
  expect(answer.statusCode).toBe(422)
  expect(answer.json<{ fields: Record<string, string> }>().fields[field]).toBe(sentence)
  expect(await stored()).toEqual([])
})

test.each(subjects)('%s is a subject, and the mail shows its label', async (subject) => {
  expect((await send({ subject })).statusCode).toBe(201)
  expect((await mails())[0]?.['subject']).toBe(`TopTrader, contatti: ${subjectLabels[subject]}`)
})

test.each([
  ['fills the hidden field', { extra_notes: 'https://spam.example' }],
  ['is faster than people', { elapsed_ms: 1_999 }],
  ['says it wrote before it came', { elapsed_ms: -1 }],
])('a program that %s gets the usual answer, and nothing is stored', async (_, traps) => {
  const [honest, trapped] = [await send({}, '10.0.0.1'), await send(traps, '10.0.0.2')]
  expect([trapped.statusCode, trapped.body]).toEqual([201, honest.body])
  expect(await stored()).toHaveLength(1)
  expect(await mails()).toHaveLength(1)
})

test('two seconds are enough for a person', async () => {
  await send({ elapsed_ms: 2_000, extra_notes: '' })
  expect(await stored()).toHaveLength(1)
})

test('three messages an hour from one address; refused ones do not count, programs do, other addresses are not limited', async () => {
  await send({ name: '' })
  await send({ extra_notes: 'x' })
  for (let sent = 0; sent < 2; sent++) expect((await send()).statusCode).toBe(201)
  const refused = await send()
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBe(3600)
  expect((await send({}, '10.0.0.9')).statusCode).toBe(201)
  const start = kernel.clock.now()
  kernel.clock.set(start + HOUR_MS)
  expect((await send()).statusCode).toBe(201)
  kernel.clock.set(start)
})

test('no text of a stranger begins a header or names another recipient of the mail', async () => {
  const server = await startMailServer()
  const transport = createMailTransport({ SMTP_URL: server.url, MAIL_FROM: 'TopTrader <no-reply@toptrader.example>' })
  if (transport === null) throw new Error('no transport')
  const hostile = fc
    .array(
      fc.constantFrom(
        '\r\n',
        '\n',
        'Bcc: a@evil.example',
        '\r\n.\r\n',
        'RCPT TO:<a@evil.example>',
        ',',
        '<',
        '=?utf-8?q?=0D=0A?=',
        'ü',
        '@',
        'x',
      ),
      { minLength: 1, maxLength: 8 },
    )
    .map((parts) => parts.join(' '))
  // Some fields are valid: a message of hostile ones alone is refused, and no mail would leave to look at.
  const fields = fc.record({
    name: fc.oneof(fc.constant(good.name), hostile),
    email: fc.oneof(
      { weight: 3, arbitrary: fc.constant(good.email) },
      { weight: 1, arbitrary: hostile.map((local) => `${local}@b.example`) },
    ),
    message: hostile.map((text) => `${good.message} ${text}`),
  })
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(fields, async (given) => {
      await sql`truncate contact_message, outbox, login_attempt`
      server.mails.length = 0
      const answer = await send(given)
      expect([201, 422]).toContain(answer.statusCode)
      await deliverOutbox(kernel, transport)
      const [sent, ...others] = server.mails
      expect(others).toEqual([])
      expect(sent !== undefined).toBe(answer.statusCode === 201)
      if (sent === undefined) return
      accepted += 1
      expect(sent.to).toEqual([support])
      const [head = ''] = sent.raw.split('\r\n\r\n')
      const names = [...head.matchAll(/^([\w-]+):/gm)].map(([, header]) => header?.toLowerCase())
      expect(new Set(names).size).toBe(names.length)
      expect(names).not.toContain('bcc')
    }),
    { numRuns: 30 },
  )
  expect(accepted).toBeGreaterThan(3)
  transport.close()
})

test('after twelve months a message is removed, with its unsent mail', async () => {
  await send()
  const start = kernel.clock.now()
  const other = {
    id: kernel.secrets.newId(),
    cause: 'order:1',
    kind: 'admin_alert',
    subject: 'x',
    body: 'y',
    at: '2026-11-20T10:00:00.000Z',
  } as const
  await postMessage(sql, other)
  kernel.clock.set(start + 364 * DAY_MS)
  expect(await pruneContactMessages(kernel)).toBe(0)
  kernel.clock.set(start + 366 * DAY_MS)
  expect(await pruneContactMessages(kernel)).toBe(1)
  kernel.clock.set(start)
  expect(await stored()).toEqual([])
  expect((await mails()).map(({ cause }) => cause)).toEqual(['order:1'])
})

test('messages of a signed-in trader are erased with the trader; others with the same address stay', async () => {
  const elena = await person(kernel, 'elena')
  const asElena = { headers: elena.headers }
  await send({ email: 'elena@example.com', message: 'Da dentro' }, '127.0.0.1', app, asElena)
  await send({ email: 'altrove@example.com', message: 'Da dentro, da un’altra casella' }, '127.0.0.2', app, asElena)
  await send({ email: 'elena@example.com', message: 'Da fuori' }, '127.0.0.3')
  expect(await sql.begin((tx) => eraseContactMessages(tx, elena.trader_id))).toBe(2)
  expect((await stored()).map(({ message, trader_id }) => [message, trader_id])).toEqual([['Da fuori', null]])
  expect((await mails()).map(({ body }) => String(body).includes('Da fuori'))).toEqual([true])
})

test('an ended session does not stop a message', async () => {
  const dead = { headers: { authorization: `Bearer ${kernel.secrets.newToken()}` } }
  expect((await send({}, '127.0.0.1', app, dead)).statusCode).toBe(201)
  expect((await stored()).map(({ trader_id }) => trader_id)).toEqual([null])
})

test('a message of a trader who is erased meanwhile is stored without the trader', async () => {
  const ada = await person(kernel, 'ada')
  let answer: ReturnType<typeof send> | undefined
  await sql.begin(async (tx) => {
    await tx`select from trader where trader_id = ${ada.trader_id} for update`
    answer = send({}, '127.0.0.1', app, { headers: ada.headers })
    await lockAwaited(sql)
    await tx`delete from trader where trader_id = ${ada.trader_id}`
  })
  expect((await answer)?.statusCode).toBe(201)
  expect((await stored()).map(({ trader_id }) => trader_id)).toEqual([null])
})

test('line ends of a message are normalised', async () => {
  await send({ message: 'uno\r\ndue\rtre\u2028quattro\u2029cinque' })
  expect((await stored()).map(({ message }) => message)).toEqual(['uno\ndue\ntre\nquattro\ncinque'])
})
