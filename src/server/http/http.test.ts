import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { handle } from './http.ts'
import { testApp } from '../testing/app.ts'
import { testKernel } from '../testing/kernel.ts'
import { person } from '../testing/people.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const echo = endpoint({
  method: 'POST',
  path: '/api/echo',
  access: 'public',
  summary: 'Answers what it is sent',
  body: z.object({
    text: z.string().check(z.minLength(2, 'Almeno due caratteri.')),
    count: z.optional(z.int('Serve un numero intero.')),
  }),
  response: z.object({ text: z.string() }),
  errors: ['VALIDATION'],
})
const read = endpoint({
  method: 'GET',
  path: '/api/read',
  access: 'public',
  summary: 'Answers the same to everybody',
  response: z.object({ text: z.string() }),
  errors: [],
})
const broken = endpoint({ ...read, path: '/api/broken', summary: 'Fails' })
const wrong = endpoint({ ...read, path: '/api/wrong', summary: 'Breaks its own schema' })

const greet = endpoint({ ...read, path: '/api/greet', access: 'optional', summary: 'Answers more to whom it knows' })

const taking = endpoint({ ...read, path: '/api/taken', access: 'user', summary: 'Notes who takes it' })
const takingOwn = endpoint({
  ...taking,
  path: '/api/taken/:trader_id',
  access: { own: 'params.trader_id' },
  params: z.object({ trader_id: z.string() }),
})
let taken = 0

const app = await testApp(kernel, (server) => {
  handle(server, kernel, taking, () => ({ text: String(++taken) }))
  handle(server, kernel, takingOwn, () => ({ text: String(++taken) }))
  handle(server, kernel, echo, ({ body }) => ({ ...body, secret: 'never leaves' }))
  handle(server, kernel, read, () => ({ text: 'ciao' }))
  handle(server, kernel, greet, ({ session }) => ({ text: `ciao ${session?.username ?? 'a tutti'}` }))
  handle(server, kernel, broken, () => {
    throw new Error('select password from trader')
  })
  handle(server, kernel, wrong, () => ({ text: 5 as unknown as string }))
})

test('HEAD is answered for public reads, and never counts as a download', async () => {
  const { headers } = await person(kernel, 'testa')
  const statusOf = async (method: 'GET' | 'HEAD', url: string) =>
    (await app.inject({ method, url, headers })).statusCode
  for (const url of ['/api/read', '/api/greet']) expect(await statusOf('HEAD', url)).toBe(200)
  taken = 0
  for (const url of ['/api/taken', '/api/taken/1']) expect(await statusOf('HEAD', url)).toBe(405)
  expect(taken).toBe(0)
  expect(await statusOf('GET', '/api/taken')).toBe(200)
  expect(taken).toBe(1)
})

test('the response schema is the allow-list', async () => {
  const { body } = await app.inject({ method: 'POST', url: '/api/echo', payload: { text: 'sì' } })
  expect(JSON.parse(body)).toEqual({ text: 'sì' })
})

test('an error is reported at its field; one alone is the detail', async () => {
  const one = await app.inject({ method: 'POST', url: '/api/echo', payload: { text: 'x' } })
  expect(one.statusCode).toBe(422)
  expect(one.json()).toMatchObject({ detail: 'Almeno due caratteri.', fields: { text: 'Almeno due caratteri.' } })
  const two = await app.inject({ method: 'POST', url: '/api/echo', payload: { text: 'x', count: 1.5 } })
  expect(two.json()).toMatchObject({
    detail: 'Controlla i dati inseriti.',
    errors: ['text: Almeno due caratteri.', 'count: Serve un numero intero.'],
  })
})

const namesOf = (count: number) => Array.from({ length: count }, (_, index) => `"k${index}":":"`).join(',')

test.each([
  ['no JSON', { 'content-type': 'application/json' }, '{', 400],
  ['open brackets', { 'content-type': 'application/json' }, '['.repeat(33), 400],
  ['501 names', { 'content-type': 'application/json' }, `{${namesOf(501)}}`, 400],
  ['501 objects of one name', { 'content-type': 'application/json' }, `[${namesOf(501).replaceAll(',', '},{')}]`, 400],
  ['a list in lists', { 'content-type': 'application/json' }, `{"more":${'['.repeat(32)}${']'.repeat(32)}}`, 400],
  ['a form where none is taken', { 'content-type': 'application/x-www-form-urlencoded' }, 'text=ciao', 415],
  ['another media type', { 'content-type': 'text/xml' }, '<a/>', 415],
  ['too much', { 'content-type': 'application/json' }, JSON.stringify({ text: 'x'.repeat(300_000) }), 413],
] as const)('%s is refused in the shape of every error', async (_name, headers, payload, status) => {
  const answer = await app.inject({ method: 'POST', url: '/api/echo', headers, payload })
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toMatchObject({ detail: expect.any(String), message: expect.any(String) })
})

test('five hundred names are as many as a body may have', async () => {
  const headers = { 'content-type': 'application/json' }
  const payload = `{"text":"ciao",${namesOf(499)}}`
  expect((await app.inject({ method: 'POST', url: '/api/echo', headers, payload })).statusCode).toBe(200)
})

test('brackets in a text, and lists side by side, are not nested', async () => {
  const payload = { text: `[["\\${'[{'.repeat(40)}`, more: Array.from({ length: 40 }, () => [{}]) }
  const { statusCode, body } = await app.inject({ method: 'POST', url: '/api/echo', payload })
  expect([statusCode, JSON.parse(body)]).toEqual([200, { text: payload.text }])
})

test('a 5xx reveals nothing of the server, and its request id is in the log', async () => {
  for (const url of ['/api/broken', '/api/wrong']) {
    const answer = await app.inject({ method: 'GET', url })
    expect(answer.statusCode).toBe(500)
    const { request_id, ...rest } = answer.json<{ request_id: string }>()
    expect(JSON.stringify(rest)).not.toMatch(/password|schema|stack/)
    expect(answer.headers['x-request-id']).toBe(request_id)
    expect(kernel.lines.some((line) => line['request_id'] === request_id && Number(line['level']) >= 50)).toBe(true)
  }
})

test('unknown addresses and methods', async () => {
  expect((await app.inject({ method: 'GET', url: '/api/nothing' })).statusCode).toBe(404)
  const wrongMethod = await app.inject({ method: 'DELETE', url: '/api/echo' })
  expect(wrongMethod.statusCode).toBe(405)
  expect(wrongMethod.headers['allow']).toBe('POST')
})

test('a body of another type than those that are read is 415', async () => {
  for (const type of [
    'text/plain',
    'text/plain; charset=utf-8',
    'TEXT/PLAIN',
    'application/xml',
    'multipart/form-data; boundary=x',
  ]) {
    const payload = JSON.stringify({ text: 'ciao a tutti' })
    const answer = await app.inject({ method: 'POST', url: '/api/echo', headers: { 'content-type': type }, payload })
    expect([type, answer.statusCode]).toEqual([type, 415])
  }
})

test('a public answer has a strong ETag and honours it', async () => {
  const first = await app.inject({ method: 'GET', url: '/api/read' })
  const tag = String(first.headers['etag'])
  expect(tag).toMatch(/^"[\w-]{27}"$/)
  const again = await app.inject({ method: 'GET', url: '/api/read', headers: { 'if-none-match': tag } })
  expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', tag])
})

test('security headers are the same on success, 304, 404, 422 and 500', async () => {
  const first = await app.inject({ method: 'GET', url: '/api/read' })
  const answers = await Promise.all([
    app.inject({ method: 'GET', url: '/api/read', headers: { 'if-none-match': String(first.headers['etag']) } }),
    app.inject({ method: 'GET', url: '/api/nothing' }),
    app.inject({ method: 'POST', url: '/api/echo', payload: {} }),
    app.inject({ method: 'GET', url: '/api/broken' }),
  ])
  const names = ['content-security-policy', 'x-content-type-options', 'referrer-policy', 'cross-origin-opener-policy']
  const headersOf = (answer: typeof first) => names.map((name) => answer.headers[name])
  expect(headersOf(first)).not.toContain(undefined)
  expect(String(first.headers['content-security-policy'])).not.toContain('unsafe')
  for (const answer of answers) {
    expect(headersOf(answer)).toEqual(headersOf(first))
    expect(answer.headers['set-cookie']).toBeUndefined()
  }
})

test('no token reaches the log', async () => {
  const token = 'Bearer segretissimo0123456789012345678901234567'
  await app.inject({ method: 'GET', url: '/api/read?token=segretissimo', headers: { authorization: token } })
  expect(JSON.stringify(kernel.lines)).not.toContain('segretissimo')
})

describe('an optional session', () => {
  const greeting = (headers: Record<string, string> = {}) => app.inject({ url: '/api/greet', headers })

  test('is recognised, and its answer is cached nowhere', async () => {
    const anna = await person(kernel, 'anna')
    const answer = await greeting(anna.headers)
    expect(answer.json()).toEqual({ text: 'ciao anna' })
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      vary: expect.stringContaining('authorization'),
    })
    expect(answer.headers['etag']).toBeUndefined()
  })

  test.each([
    ['none', {}],
    ['a dead one', { authorization: `Bearer ${'0'.repeat(43)}` }],
    ['no token', { authorization: 'Basic abc' }],
  ])('%s: as anybody, with an ETag', async (_name, headers) => {
    const answer = await greeting(headers)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ text: 'ciao a tutti' })
    expect(answer.headers['vary']).toContain('authorization')
    const again = await greeting({ ...headers, 'if-none-match': String(answer.headers['etag']) })
    expect(again.statusCode).toBe(304)
  })

  test('while the database is away every caller is anonymous', async () => {
    const berta = await person(kernel, 'berta')
    const away = {
      ...kernel,
      sql: (() => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))) as never,
    }
    const lonely = await testApp(kernel, (server) => {
      handle(server, away, greet, ({ session }) => ({ text: `ciao ${session?.username ?? 'a tutti'}` }))
    })
    const answer = await lonely.inject({ url: '/api/greet', headers: berta.headers })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ text: 'ciao a tutti' })
  })
})
