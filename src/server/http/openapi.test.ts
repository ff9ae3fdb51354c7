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

test('the description has an ETag', async () => {
  const { headers } = await app.inject('/api/openapi.json')
  const held = { 'if-none-match': String(headers['etag']) }
  expect((await app.inject({ url: '/api/openapi.json', headers: held })).statusCode).toBe(304)
})
