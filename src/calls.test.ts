import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import type { Endpoint } from '#shared/endpoint.ts'
import { person } from '#server/testing/people.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { createPayments } from '#features/payments/server/service.ts'
import { buildApp } from './app.ts'
import { calls, keyOf, requestTo, type DeclaredCall } from './testing/declared-calls.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const payments = createPayments(kernel)
afterAll(payments.close)
const app = await buildApp(kernel, payments, { demo: false, dev: false, draining: () => false })
await app.ready()
const anna = await person(kernel, 'anna')
const bruno = await person(kernel, 'bruno')
const admin = await person(kernel, 'carla', { is_admin: true })

async function attempt(call: DeclaredCall, headers: Record<string, string>, owner: string): Promise<number> {
  const { statusCode } = await app.inject({ ...requestTo(call, owner), headers })
  return statusCode
}

test('what is served is what is declared', () => {
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

test('every call is one of the specified ones or of the documented additions', () => {
  const table = readFileSync('docs/calls.md', 'utf8')
  const documented = new Set([...table.matchAll(/^\| `((?:GET|POST|PUT|DELETE) [^`?]+)`/gm)].map((match) => match[1]))
  expect(calls.map(keyOf).filter((key) => !documented.has(key))).toEqual([])
})

/** What each kind of access answers: nobody, a dead token, somebody else, an admin who reads. `ok`: neither 401 nor 403. */
function expected({ access, method, errors }: Endpoint): Record<string, number | 'ok'> {
  // What only a signature opens is open to no session.
  if (errors.includes('NOTIFICATION_REFUSED')) return { nobody: 401, deadToken: 401, somebodyElse: 401, admin: 401 }
  if (access === 'public') return { nobody: 'ok' }
  if (access === 'optional') return { nobody: 'ok', deadToken: 'ok', somebodyElse: 'ok', admin: 'ok' }
  const strangers = { nobody: 401, deadToken: 401 }
  const other = access === 'admin' || typeof access === 'object' ? { somebodyElse: 403 } : {}
  return { ...strangers, ...other, ...(method === 'GET' && { admin: 'ok' as const }) }
}

const actors: Record<string, Record<string, string>> = {
  nobody: {},
  deadToken: { authorization: `Bearer ${'0'.repeat(43)}` },
  somebodyElse: anna.headers,
  admin: admin.headers,
}

test.each(calls.map((call) => [keyOf(call), call] as const))('%s admits whom it declares', async (_key, call) => {
  const before = await fingerprint()
  const wanted = expected(call.endpoint)
  const got: typeof wanted = {}
  for (const actor of Object.keys(wanted)) {
    const status = await attempt(call, actors[actor] ?? {}, bruno.trader_id)
    got[actor] = [401, 403].includes(status) ? status : 'ok'
  }
  expect(got).toEqual(wanted)
  expect(await fingerprint(), 'a refused call changed something').toEqual(before)
})

/** What refused calls must leave as it is; a session's last use is no change, and that somebody took a copy of data is noted. */
async function fingerprint(): Promise<unknown> {
  const { sql } = kernel
  const [row] = await sql`
    select (select count(*) from audit_log where action <> 'system.logs' and action not like '%.export') as audits, (select count(*) from session) as sessions,
           (select count(*) from entitlement_entry) as entries, (select count(*) from ea_token) as tokens,
           (select count(*) from ownership_proof) as proofs, (select count(*) from external_match) as matches,
           (select md5(string_agg(integrity_case::text, ',' order by case_id)) from integrity_case) as cases,
           (select md5(string_agg(trader::text, ',' order by trader_id)) from trader) as traders`
  return row
}

/** Names of what must never leave in an answer to somebody who is no admin. */
const secrets = /password|token_hash|sealed|secret/i
/** Made a moment before for whoever asks, who must carry it into an app: shown this once. */
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
