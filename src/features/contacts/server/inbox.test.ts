import { setTimeout } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person, type Person } from '#server/testing/people.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import type { handleContact, listContacts } from '../admin-contract.ts'
import { registerContacts } from './routes.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const app = await testApp(kernel, registerContacts)
const { sql, clock } = kernel
const carla = await person(kernel, 'carla', { is_admin: true })
const elena = await person(kernel, 'elena', { is_admin: true })
const dora = await person(kernel, 'dora')

const write = (fields: object = {}, headers = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/contacts',
    headers,
    payload: { name: 'Anna', email: 'anna@posta.example', subject: 'altro', message: 'Buongiorno', ...fields },
  })
const list = async (query = '') =>
  (await app.inject({ url: `/api/admin/contacts${query}`, headers: carla.headers })).json<
    ResponseOf<typeof listContacts>
  >()
const handle = async (method: 'POST' | 'DELETE', id: string, who: Person = carla) =>
  app.inject({ method, url: `/api/admin/contacts/${id}/handled`, headers: who.headers })
const onlyId = async () => (await list()).messages[0]?.message_id ?? ''
const audits = () =>
  sql`select actor, action, subject, details from audit_log where action like 'contact.%' order by audit_id`

beforeEach(async () => {
  await sql`truncate contact_message, outbox`
})

test('a message that arrives between two pages repeats and skips none', async () => {
  for (let index = 0; index < 4; index += 1) {
    await write({ message: `testo ${index}` })
    clock.advance(1)
  }
  for (const order of ['created_at', 'created_at&order=asc', 'state', 'state&order=asc']) {
    const before = (await list(`?sort_by=${order}`)).messages.map((each) => each.message_id)
    const first = await list(`?limit=3&page=1&sort_by=${order}`)
    clock.advance(1)
    await write({ message: 'appena arrivato' })
    const second = await list(`?limit=3&page=2&sort_by=${order}&until=${first.at}`)
    const rest = await list(`?limit=3&page=3&sort_by=${order}&until=${first.at}`)
    const read = [first, second, rest].flatMap(({ messages }) => messages.map((each) => each.message_id))
    expect(read).toEqual(before)
    expect(second.total).toBe(before.length)
  }
  expect((await app.inject({ url: '/api/admin/contacts?until=ieri', headers: carla.headers })).statusCode).toBe(422)
})

test('messages are listed with who wrote them, page by page, each once', async () => {
  for (let index = 0; index < 5; index += 1) {
    await write({ message: `testo ${index}` })
    // Ids of one millisecond of the machine's clock have no order.
    await setTimeout(2)
  }
  await write({ message: 'da dentro' }, dora.headers)
  const first = await list('?limit=4')
  expect(first).toMatchObject({ total: 6, open_count: 6 })
  expect(first.messages[0]).toEqual({
    message_id: expect.any(String) as string,
    name: 'Anna',
    email: 'anna@posta.example',
    subject: 'altro',
    subject_text: 'Altro',
    message: 'da dentro',
    created_at: new Date(clock.now()).toISOString(),
    trader_id: dora.trader_id,
    username: 'dora',
    handled_at: null,
    handled_by_username: null,
  })
  const second = await list(`?limit=4&cursor=${first.next_cursor}`)
  expect(second.next_cursor).toBeNull()
  expect([...first.messages, ...second.messages].map(({ message }) => message)).toEqual([
    'da dentro',
    'testo 4',
    'testo 3',
    'testo 2',
    'testo 1',
    'testo 0',
  ])
})

test('a message is handled by the first admin, and may be opened again; each change is in the audit log', async () => {
  const before = (await audits()).length
  await write({}, dora.headers)
  await write({ message: 'altro messaggio' })
  const [, of] = (await list()).messages
  const id = of?.message_id ?? ''
  const at = new Date(clock.now()).toISOString()
  const answer = await handle('POST', id)
  expect([answer.statusCode, answer.json<ResponseOf<typeof handleContact>>()]).toEqual([
    200,
    { message: 'Messaggio segnato come gestito.', message_id: id, handled_at: at, handled_by_username: 'carla' },
  ])
  clock.advance(MINUTE_MS)
  expect((await handle('POST', id, elena)).json()).toMatchObject({ handled_at: at, handled_by_username: 'carla' })
  expect(await list('?state=handled')).toMatchObject({ total: 1, open_count: 1, messages: [{ message_id: id }] })
  expect((await list('?state=open')).messages.map(({ message }) => message)).toEqual(['altro messaggio'])
  const reopened = await handle('DELETE', id, elena)
  expect(reopened.json()).toMatchObject({ handled_at: null, handled_by_username: null })
  expect((await handle('DELETE', id, elena)).statusCode).toBe(200)
  expect(await list('?state=open')).toMatchObject({ total: 2, open_count: 2 })
  expect((await audits()).slice(before)).toEqual([
    { actor: carla.trader_id, action: 'contact.handle', subject: dora.trader_id, details: { message_id: id } },
    {
      actor: elena.trader_id,
      action: 'contact.reopen',
      subject: dora.trader_id,
      details: { message_id: id, handled_at: at },
    },
  ])
})

test('two admins at once: one of them handled it, and the audit log has one line', async () => {
  const before = (await audits()).length
  await write()
  const id = await onlyId()
  const answers = await Promise.all([carla, elena, carla, elena].map((who) => handle('POST', id, who)))
  const names = answers.map((answer) => answer.json<ResponseOf<typeof handleContact>>().handled_by_username)
  expect(new Set(names).size).toBe(1)
  expect((await audits()).length - before).toBe(1)
})

test.each([
  ['ANNA', 1],
  ['b.verdi@', 1],
  ['100%', 1],
  ['%', 0],
  ['br', 1],
  ['_', 0],
  ['dora', 1],
  ['niente', 0],
])('looked for: %s', async (q, found) => {
  await write()
  await write({ name: 'Bruno', email: 'b.verdi@posta.example', message: 'sconto del 100%' }, dora.headers)
  expect(await list(`?q=${encodeURIComponent(q)}`)).toMatchObject({ total: found, open_count: 2 })
})

test('an unknown message cannot be handled', async () => {
  const gone = kernel.secrets.newId()
  for (const method of ['POST', 'DELETE'] as const) {
    const answer = await handle(method, gone)
    expect([answer.statusCode, answer.json<{ error_type: string }>().error_type]).toEqual([404, 'CONTACT_NOT_FOUND'])
    expect((await handle(method, 'x')).statusCode).toBe(422)
  }
})

test('it is for admins', async () => {
  await write()
  const id = await onlyId()
  expect((await app.inject({ url: '/api/admin/contacts', headers: dora.headers })).statusCode).toBe(403)
  expect((await app.inject('/api/admin/contacts')).statusCode).toBe(401)
  for (const method of ['POST', 'DELETE'] as const) expect((await handle(method, id, dora)).statusCode).toBe(403)
  expect((await list()).open_count).toBe(1)
})

test('pages by number, open ones first, neither skip nor repeat', async () => {
  for (let index = 0; index < 7; index += 1) await write({ message: `testo ${index}` })
  const written = (await list('?order=asc')).messages
  // Messages of one millisecond may come in either order.
  const places = new Map(written.map(({ message_id: id }, place) => [id, place]))
  for (const index of [6, 2]) await handle('POST', written[index]?.message_id ?? '')
  const numbered = async (query: string) => {
    const parts = await Promise.all([1, 2, 3].map((page) => list(`?limit=3&page=${page}&${query}`)))
    expect(parts.map(({ total, next_cursor }) => [total, next_cursor])).toEqual(parts.map(() => [7, null]))
    return parts.flatMap(({ messages }) => messages.map(({ message_id: id }) => places.get(id))).join('')
  }
  expect(await numbered('sort_by=state&order=asc')).toBe('5431062')
  expect(await numbered('sort_by=state')).toBe('6254310')
  expect(await numbered('sort_by=created_at')).toBe('6543210')
  expect(await numbered('order=asc')).toBe('0123456')
})

test.each(['page=0', 'page=10001', 'sort_by=name', 'order=up', 'page=1&cursor=00000000-0000-4000-8000-000000000001'])(
  '%s is 422',
  async (query) => {
    const answer = await app.inject({ url: `/api/admin/contacts?${query}`, headers: carla.headers })
    expect(answer.statusCode).toBe(422)
  },
)
