import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { handle } from './http.ts'
import { registerOpenApi } from './openapi.ts'
import { buildFrame } from './frame.ts'
import { testKernel } from '../testing/kernel.ts'

interface Described {
  servers: unknown
  paths: Record<string, Record<string, { responses: Record<string, { description: string; content: unknown }> }>>
  components: { schemas: Record<string, unknown> }
}

const kernel = await testKernel({ env: { RATE_LIMITS: 'off', APP_URL: 'https://elsewhere.example' } })
const app = await buildFrame(kernel, { development: false })
await registerOpenApi(app)
const read = endpoint({
  method: 'GET',
  path: '/api/read',
  access: 'user',
  summary: 'Reads',
  response: z.object({ text: z.string() }),
  errors: ['TRADER_NOT_FOUND', 'USER_NOT_FOUND'],
})
handle(app, kernel, read, () => ({ text: '' }))
const write = { ...read, method: 'POST', body: z.object({ text: z.string() }) } as const
handle(app, kernel, { ...write, path: '/api/usual' }, () => ({ text: '' }))
handle(app, kernel, { ...write, path: '/api/small', bodyLimit: 8 * 1024 }, () => ({ text: '' }))
handle(app, kernel, { ...read, method: 'POST', path: '/api/without' }, () => ({ text: '' }))

test('the description names the errors of a call, and its viewer calls the address it is read at', async () => {
  const answer = await app.inject('/api/openapi.json')
  const described = answer.json<Described>()
  expect(described.servers).toEqual([{ url: '/' }])
  const { responses } = described.paths['/api/read']?.['get'] ?? { responses: {} }
  expect(Object.keys(responses)).toEqual(['200', '401', '404', '415', '429', '500', '503'])
  expect(responses['404']?.description).toContain('TRADER_NOT_FOUND')
  expect(responses['404']?.description).toContain('USER_NOT_FOUND')
  expect(responses['404']?.content).toEqual({
    'application/json': { schema: { $ref: '#/components/schemas/Error' } },
  })
  expect(described.components.schemas).toHaveProperty('Error.required', ['detail'])
  expect(answer.body).not.toContain('x-errors')
})

test('the description names the largest body of each call that has one', async () => {
  const { paths } = (await app.inject('/api/openapi.json')).json<Described>()
  const texts = Object.values(paths).map(({ post }) => post?.responses['413']?.description ?? '')
  expect(texts.map((text) => /Il massimo è (.*)\.$/.exec(text)?.[1])).toEqual([undefined, '16 KiB', '8 KiB', undefined])
})

test('the description has an ETag', async () => {
  const { headers } = await app.inject('/api/openapi.json')
  const held = { 'if-none-match': String(headers['etag']) }
  expect((await app.inject({ url: '/api/openapi.json', headers: held })).statusCode).toBe(304)
})
