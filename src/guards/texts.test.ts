import { expect, test } from 'vitest'
import { person } from '#server/testing/people.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { goodRegistration } from '#features/auth/testing/scene.ts'
import { wholeApp } from './testing/whole-app.ts'
import { calls } from './testing/declared-calls.ts'

/** An advisor's call is refused for its token before its texts are read. */
const endpoints = [...new Set(calls.map(({ endpoint }) => endpoint))].filter(({ access }) => access !== 'ea')

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const app = await wholeApp(kernel)
const admin = await person(kernel, 'carla', { is_admin: true })
const { trader_id } = await person(kernel, 'dora')
await kernel.sql`update trader set password_hash = ${await kernel.secrets.hashPassword(goodRegistration.password)}`

/** Names of the fields that a schema reads. */
function fieldsOf(schema: unknown): string[] {
  const shape = (schema as { _zod?: { def?: { shape?: object } } } | undefined)?._zod?.def?.shape
  return Object.keys(shape ?? {})
}

const nasty = { NUL: 'a\0b', 'half a surrogate pair': 'a\uD800b', 'a bidi override': 'a\u202Eb' }
const cases = endpoints.flatMap((endpoint) =>
  (['query', 'body', 'params'] as const).flatMap((part) =>
    fieldsOf(endpoint[part]).map((field) => [`${endpoint.method} ${endpoint.path}`, part, field, endpoint] as const),
  ),
)

test.each(cases)('%s: no text in %s.%s breaks the server', async (_key, part, field, endpoint) => {
  for (const text of Object.values(nasty)) {
    const param = (name: string) => (part === 'params' && name === field ? text : name.endsWith('id') ? trader_id : 'x')
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_match, name: string) => encode(param(name)))
    const query = part === 'query' ? `?${field}=${encode(text)}` : ''
    const { statusCode } = await app.inject({
      method: endpoint.method,
      url: path + query,
      headers: { ...admin.headers, ...(endpoint.body && { 'content-type': 'application/json' }) },
      ...(endpoint.body && {
        payload: JSON.stringify({ ...goodRegistration, trader_id, ...(part === 'body' && { [field]: text }) }),
      }),
    })
    expect(statusCode).toBeLessThan(500)
  }
})

/** A client's form of it; half a surrogate pair has no UTF-8 of its own. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

test.each(
  Object.keys(nasty).flatMap((name) =>
    ['display_name', 'username', 'broker_server', 'account_number', 'investor_password', 'email', 'password'].map(
      (field) => [name, field] as const,
    ),
  ),
)('%s in %s is refused at its field', async (name, field) => {
  const payload = { ...goodRegistration, [field]: nasty[name as keyof typeof nasty] }
  const answer = await app.inject({ method: 'POST', url: '/api/auth/register', payload })
  expect(answer.statusCode).toBe(422)
  expect(answer.json<{ fields: object }>().fields).toHaveProperty(field)
})

test.each(['/api/admin/users?q=', '/api/fresh/leaderboard?q=', '/api/admin/audit?action='])(
  '%s refuses what no text holds',
  async (url) => {
    const { statusCode } = await app.inject({ url: `${url}%00`, headers: admin.headers })
    expect(statusCode).toBe(422)
  },
)

test.each(['/api/admin/users', '/api/admin/audit', '/api/admin/payments/subscriptions', '/api/fresh/leaderboard'])(
  '%s answers a foreign cursor like every other list',
  async (url) => {
    const answer = await app.inject({ url: `${url}?cursor=x`, headers: admin.headers })
    expect([answer.statusCode, answer.json<{ fields: object }>().fields]).toEqual([
      422,
      { cursor: 'Il segnalibro della pagina non è valido: ricomincia dalla prima pagina.' },
    ])
  },
)
