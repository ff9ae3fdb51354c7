import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { handle } from './http.ts'
import { testApp } from '../testing/app.ts'
import { testKernel } from '../testing/kernel.ts'
import { rawAnswer } from '../testing/raw-answer.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const named = endpoint({
  method: 'GET',
  path: '/api/named/:name',
  access: 'public',
  summary: 'Answers its parameter',
  params: z.object({ name: z.string() }),
  response: z.object({ name: z.string() }),
  errors: [],
})
const write = endpoint({
  method: 'POST',
  path: '/api/write',
  access: 'public',
  summary: 'Takes a text',
  body: z.object({ text: z.string() }),
  response: z.object({ text: z.string() }),
  errors: ['VALIDATION'],
})
const touch = endpoint({
  method: 'POST',
  path: '/api/touch',
  access: 'public',
  summary: 'Takes no body',
  response: z.object({ done: z.boolean() }),
  errors: [],
})
const app = await testApp(kernel, (server) => {
  handle(server, kernel, named, ({ params }) => params)
  handle(server, kernel, write, ({ body }) => body)
  handle(server, kernel, touch, () => ({ done: true }))
})
await app.listen({ port: 0, host: '127.0.0.1' })

const close = 'Host: localhost\r\nConnection: close\r\n'

test('a name of 200 letters in a path, escaped or not, reaches its route', async () => {
  for (const name of ['x'.repeat(200), '€'.repeat(200)]) {
    const answer = await app.inject({ method: 'GET', url: `/api/named/${encodeURIComponent(name)}` })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ name })
  }
})

test.each([
  ['a broken escape in a path', `GET /api/named/%zz HTTP/1.1\r\n${close}\r\n`, 400, 'BAD_REQUEST'],
  ['a parameter beyond all names', `GET /api/named/${'x'.repeat(300)} HTTP/1.1\r\n${close}\r\n`, 404, 'NOT_FOUND'],
  ['a method that nobody knows', `FOO /api/named/a HTTP/1.1\r\n${close}\r\n`, 400, 'BAD_REQUEST'],
  ['a method that nothing takes', `PROPFIND /api/named/a HTTP/1.1\r\n${close}\r\n`, 405, 'METHOD_NOT_ALLOWED'],
  ['headers that are too long', `GET / HTTP/1.1\r\n${close}X: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
  ['what is no HTTP', 'hello\r\n\r\n', 400, 'BAD_REQUEST'],
] as const)('%s is answered in the shape of every error', async (_name, text, status, type) => {
  const answer = await rawAnswer(app, text)
  const usual = await app.inject('/api/nothing')
  expect(answer.status).toBe(status)
  expect(answer.body).toMatchObject({ error_type: type, detail: expect.stringMatching(/^[A-Z].*\.$/) })
  expect(answer.body['message']).toBe(answer.body['detail'])
  for (const name of ['content-security-policy', 'x-content-type-options', 'x-frame-options', 'cache-control']) {
    expect(answer.headers.get(name)).toBe(usual.headers[name])
  }
  expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  expect(answer.headers.get('content-type')).toContain('application/json')
})

test('a call without a declared body takes an empty one of any type; others name the missing field', async () => {
  const headers = { 'content-type': 'application/json' }
  const empty = await app.inject({ method: 'POST', url: '/api/touch', headers })
  expect(empty.json()).toEqual({ done: true })
  expect((await app.inject({ method: 'POST', url: '/api/touch', headers, payload: '{}' })).statusCode).toBe(200)
  expect((await app.inject({ method: 'POST', url: '/api/write', headers })).statusCode).toBe(400)
})

test('a body that is no UTF-8 is refused', async () => {
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  const send = (payload: Buffer) => app.inject({ method: 'POST', url: '/api/write', headers, payload })
  const broken = await send(Buffer.from([...Buffer.from('{"text":"'), 0xff, 0xfe, ...Buffer.from('"}')]))
  expect([broken.statusCode, broken.json<{ error_type: string }>().error_type]).toEqual([400, 'BAD_REQUEST'])
  expect((await send(Buffer.from('{"text":"perché"}'))).json()).toEqual({ text: 'perché' })
  expect((await send(Buffer.from('{"__proto__":{"a":1},"text":"x"}'))).statusCode).toBe(400)
})

test('the line of a request carries its id once', async () => {
  const { headers } = await app.inject('/api/named/anna')
  const line = kernel.lines.findLast((each) => each['msg'] === 'request')
  const id = headers['x-request-id']
  expect(Object.entries(line ?? {}).filter(([, value]) => value === id)).toEqual([['request_id', id]])
})
