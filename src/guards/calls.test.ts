import { expect, test } from 'vitest'
import { impliedErrors } from '#server/http/declared-errors.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { wholeApp } from './testing/whole-app.ts'
import { calls, keyOf } from './testing/declared-calls.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const app = await wholeApp(kernel)

test('the served calls are the declared ones', () => {
  const { paths = {} } = app.swagger() as { paths?: Record<string, Record<string, unknown>> }
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const undeclaredHere = new Set(['POST /api/ea/sync'])
  expect(served.filter((key) => !undeclaredHere.has(key)).toSorted()).toEqual(
    calls
      .map(keyOf)
      .filter((key) => !undeclaredHere.has(key))
      .toSorted(),
  )
})

test('an id that is longer than the router takes is not found; its method is right', async () => {
  const withId = calls.filter(({ path }) => path.includes(':'))
  for (const { method, path } of withId) {
    const { statusCode, headers } = await app.inject({ method, url: path.replaceAll(/:\w+/g, 'a'.repeat(3_000)) })
    expect([method, path, statusCode, headers['allow']]).toEqual([method, path, 404, undefined])
  }
  expect(withId.length).toBeGreaterThan(20)
})

test('no declaration repeats an error that follows from its method, input or access', () => {
  const repeated = calls.filter(({ endpoint }) => {
    const implied = impliedErrors(endpoint)
    return endpoint.errors.some((code) => implied.includes(code))
  })
  expect(repeated.map(keyOf)).toEqual([])
})

test('calls that disclose or destroy what cannot be taken back need a second factor', () => {
  const found = calls.filter(({ endpoint }) => endpoint.needsSecondFactor === true)
  expect(found.map(keyOf).toSorted()).toEqual([
    'DELETE /api/admin/users/delete-completely/{trader_id}',
    'POST /api/admin/system/backups/{name}/download',
    'POST /api/admin/users/{trader_id}/reveal-investor-password',
  ])
})

test('under overload the sync, the notification of payments and the opening of one are refused last, and nothing else', () => {
  const found = calls.filter(({ endpoint }) => endpoint.priority === 'first')
  expect(found.map(keyOf).toSorted()).toEqual([
    'POST /api/crypto/create-payment',
    'POST /api/crypto/ipn',
    'POST /api/ea/sync',
  ])
})

/** Names that no answer may hold, except to an admin. */
const secrets = /password|token_hash|sealed|secret/i
/** The answer holds the caller's new secret, shown this once: the person must copy it into an app. */
const ownSecret = 'POST /api/account/totp/setup'

test('no answer below admin has room for a secret', () => {
  const leaks = calls.filter((call) => {
    if (call.endpoint.access === 'admin' || keyOf(call) === ownSecret) return false
    return secrets.test(JSON.stringify(keysOf(call.endpoint.response)))
  })
  expect(leaks.map(keyOf)).toEqual([])
  const profile = calls.find((call) => keyOf(call) === 'GET /api/trader/{username}')
  expect(keysOf(profile?.endpoint.response)).toEqual(expect.arrayContaining(['performance', 'equity_history', 'date']))
})

/** Every key that a schema lets through, however deep. */
function keysOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const def = (schema as { _zod?: { def?: Record<string, unknown> } })._zod?.def ?? {}
  const shape = (def['shape'] ?? {}) as Record<string, unknown>
  const inner = ['element', 'innerType', 'in', 'out', 'valueType'].flatMap((part) => keysOf(def[part]))
  const options = Array.isArray(def['options']) ? def['options'].flatMap(keysOf) : []
  return [...Object.keys(shape), ...Object.values(shape).flatMap(keysOf), ...inner, ...options]
}
