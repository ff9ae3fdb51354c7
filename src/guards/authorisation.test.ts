import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { DAY_MS } from '#shared/dates.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { wholeApp } from './testing/whole-app.ts'
import {
  actors,
  createCast,
  ranksIn,
  targets,
  watchWrites,
  type Actor,
  type Target,
} from './testing/authorisation/cast.ts'
import { calls as declared, keyOf } from './testing/declared-calls.ts'
import { bodies, matrix, parameters, traces } from './testing/authorisation/matrix.ts'

/** Every declared call × everybody × whose id it names: status, shape of the answer, and that a refusal leaves everything as it was. */

const calls = new Map(declared.map((call) => [keyOf(call), call]))

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const cast = await createCast(kernel)
// Calls of the matrix take plans away for a moment. The ranking is read once, so that the places hold.
const leaderboard = createLeaderboard(kernel, { tickMs: DAY_MS })
const app = await wholeApp(kernel, { leaderboard })
const written = await watchWrites(kernel)

/** The place of an owned id in a call: `:case_id` of its path, or a field of its body. */
function parameterOf(path: string): string | null {
  return parameters[path] ?? /:(\w+)/.exec(path)?.[1] ?? null
}

const missing: Record<string, string> = {
  order_id: 'TT-00000000000000000000099999',
  username: 'nessuno_qui',
  name: 'toptrader-20261118T012000Z-1a2b3c4d.backup',
  platform: 'mt6',
}
const unknownId = '00000000-0000-4000-8000-000000000000'

async function idFor(
  parameter: string,
  target: Target,
  actor: Actor,
  stranger: { trader_id: string; username: string },
) {
  if (target === 'malformed') return '~'
  if (target === 'missing') return missing[parameter] ?? unknownId
  return cast.idOf(parameter, target === 'own' ? cast.members[actor] : stranger)
}

interface Cell {
  target: Target | 'call'
  response: LightMyRequestResponse
  touched: string[]
}

/** An actor's answers, each time on rows that nothing has used up. */
async function cellsOf(key: string, actor: Actor): Promise<Cell[]> {
  const call = calls.get(key)
  if (call === undefined) throw new Error(`no such call: ${key}`)
  const { method, path } = call
  const parameter = parameterOf(path)
  await cast.restorePlans()
  const stranger = await cast.stranger()
  // The caller's own one last: it may be used up.
  const order: (Target | 'call')[] = parameter === null ? ['call'] : ['malformed', 'missing', 'other', 'own']
  const cells: Cell[] = []
  for (const target of order) {
    const headers = await cast.headers(actor)
    const id = parameter === null || target === 'call' ? '' : await idFor(parameter, target, actor, stranger)
    const inPath = /:(\w+)/.test(path)
    await written()
    const response = await app.inject({
      method,
      url: path.replace(/:\w+/, encodeURIComponent(id)),
      headers,
      ...(['POST', 'PUT', 'DELETE'].includes(method) && bodyOf(key, inPath ? null : parameter, id)),
    })
    cells.push({ target, response, touched: await written() })
  }
  return cells
}

function bodyOf(key: string, field: string | null, id: string): { payload?: object } {
  const body = bodies[key]
  if (body === undefined && field === null) return {}
  return { payload: { ...body, ...(field !== null && { [field]: id }) } }
}

test('the matrix lists every call, and nothing else', () => {
  expect(Object.keys(matrix).toSorted()).toEqual([...calls.keys()].toSorted())
})

test('the ranking has the places that the matrix names', async () => {
  const ranks = await ranksIn(app)
  expect([ranks.get('terzo'), ranks.get('quarto')]).toEqual([3, 4])
})

/** The keys of errors' bodies. A refusal of the person holds only its sentence, and the plan that would open the call. */
const errorKeys = ['detail', 'message', 'error_type', 'errors', 'fields', 'details', 'request_id']
const refusalKeys = ['detail', 'message', 'error_type', 'details']
/** An advisor's answers have keys of their own. */
const advisorKeys = ['ok', 'code', 'detail', 'message', 'retry_after']

describe.each(Object.keys(matrix))('%s', (key) => {
  test.each(actors)('%s', async (actor) => {
    const cells = await cellsOf(key, actor)
    const statuses = cells.toSorted((a, b) => rankOf(a) - rankOf(b)).map(({ response }) => response.statusCode)
    expect(statuses.join(' ')).toBe(matrix[key]?.[actor])
    expect(cells.flatMap((cell) => violationsOf(key, cell))).toEqual([])
    if (actor === 'admin') return
    // Who may not see another's must not learn that it exists either.
    const bodyFor = (name: Target) =>
      cells.find(({ target, response }) => target === name && response.statusCode === 404)
    const others = bodyFor('other')?.response.body
    expect(others).toBe(others && bodyFor('missing')?.response.body)
  })
})

const rankOf = ({ target }: Cell): number => targets.indexOf(target as Target)

/** Names that an answer may not have, and rows that a refused call wrote. */
function violationsOf(key: string, { target, response, touched }: Cell): string[] {
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  const names = isJson ? Object.keys(response.json<Record<string, unknown>>()) : []
  const status = response.statusCode
  if (status < 400) {
    const allowed = answerKeys(calls.get(key)?.endpoint)
    return allowed === null ? [] : names.filter((name) => !allowed.has(name)).map((name) => `${target}: ${name}`)
  }
  const isRefused = status === 401 || status === 403
  const allowed = key === 'POST /api/ea/sync' ? advisorKeys : isRefused ? refusalKeys : errorKeys
  return [
    ...names.filter((name) => !allowed.includes(name)).map((name) => `${target}: ${name}`),
    ...touched.filter((table) => !traces[key]?.includes(table)).map((table) => `${target}: wrote ${table}`),
  ]
}

/** Null where the declaration is no object of named parts. */
function answerKeys(endpoint: Endpoint | undefined): ReadonlySet<string> | null {
  const { _zod } = (endpoint?.response ?? {}) as { _zod?: { def?: { shape?: Record<string, unknown> } } }
  const shape = _zod?.def?.shape
  return shape === undefined ? null : new Set(Object.keys(shape))
}
