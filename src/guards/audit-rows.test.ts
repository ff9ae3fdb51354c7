import { globSync, readFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { detailLines, detailLabels } from '#features/admin/audit-details.ts'
import { auditAreas, auditSentences, notifiedActions } from '#shared/audit-actions.ts'
import { createBackups } from '#features/system/server/backup/service.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person, signedIn } from '#server/testing/people.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { wholeApp } from './testing/whole-app.ts'
import { auditedCalls, type AdminRequest } from './testing/audited-calls.ts'
import { declaredEndpoints } from './testing/declared-calls.ts'

/** Calls for admins only that change something or export a file. */
const changing = declaredEndpoints.filter(
  ({ access, method, path }) => access === 'admin' && (method !== 'GET' || path.endsWith('.csv')),
)
const keyOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { sql } = kernel
const backups = createBackups(kernel)
afterAll(backups.close)
const app = await wholeApp(kernel, { backups, restart: () => undefined })
const admin = await person(kernel, 'capo', { is_admin: true })
const visitor = await person(kernel, 'visita')
const table = await auditedCalls(kernel, app, admin)
const from = '192.0.2.41'

const send = async (
  { method, path }: { method: Endpoint['method'] | 'HEAD'; path: string },
  who: string,
  sent: AdminRequest,
) => {
  const url = path.replaceAll(/:(\w+)/g, (_match, name: string) => encodeURIComponent(sent.params?.[name] ?? ''))
  return app.inject({
    method,
    url: `${url}${sent.query ?? ''}`,
    remoteAddress: from,
    headers: await signedIn(kernel, who),
    ...(sent.body !== undefined && { payload: sent.body }),
  })
}
interface Line {
  actor: string | null
  action: string
  subject: string | null
  details: Record<string, unknown>
  address: string | null
  request_id: string | null
}
const linesAfter = (id: number) =>
  sql<Line[]>`
    select actor, action, subject, details, address, request_id from audit_log where audit_id > ${id} order by audit_id`
const lastLine = async () =>
  (await sql<{ last: number }[]>`select coalesce(max(audit_id), 0) as last from audit_log`)[0]?.last ?? 0

/** The same request with unknown ids. */
function nowhere({ params, body, ...rest }: AdminRequest): AdminRequest {
  const lost = Object.fromEntries(Object.keys(params ?? {}).map((name) => [name, randomUUID()]))
  const isInBody = params === undefined && body !== undefined && 'trader_id' in body
  return {
    ...rest,
    ...(params && { params: lost }),
    ...(body && { body: isInBody ? { ...body, trader_id: randomUUID() } : body }),
  }
}

test('every call by which an admin changes something is in the table, and the table names no other', () => {
  expect(Object.keys(table).toSorted()).toEqual(changing.map(keyOf).toSorted())
})

/** In the table's order: its last call closes the site. */
const inOrder = Object.keys(table).flatMap((key) => changing.filter((call) => keyOf(call) === key))

describe.each(inOrder.map((call) => [keyOf(call), call] as const))('%s', (key, call) => {
  test('writes one line with actor, action, subject and address; refused it writes none', async () => {
    const entry = table[key]
    if (entry === undefined) throw new Error(`${key} has no line in the table`)
    const { subject, ...sent } = await entry.make()
    const before = await lastLine()

    expect((await send(call, visitor.trader_id, sent)).statusCode).toBe(403)
    const invalidRequest = entry.invalid === undefined ? nowhere(sent) : entry.invalid && { ...sent, ...entry.invalid }
    const refused = invalidRequest === null ? null : await send(call, admin.trader_id, invalidRequest)
    expect(refused?.statusCode ?? 'never refused').toSatisfy(
      (status) => status === 'never refused' || isRefusal(status),
    )
    // HEAD exports nothing.
    const head = call.method === 'GET' ? await send({ ...call, method: 'HEAD' }, admin.trader_id, sent) : null
    expect([null, 405]).toContain(head && head.statusCode)
    expect(await linesAfter(before)).toEqual([])

    const answer = await send(call, admin.trader_id, sent)
    expect([200, 201, 202]).toContain(answer.statusCode)
    const lines = await linesAfter(before)
    expect(lines).toEqual([
      {
        actor: admin.trader_id,
        action: entry.writes,
        subject,
        details: expect.any(Object) as object,
        address: from,
        request_id: answer.headers['x-request-id'],
      },
    ])
    const unnamed = lines.flatMap(({ details }) => namesIn(details)).filter((name) => detailLabels[name] === undefined)
    expect(unnamed, 'details without a word in src/features/admin/audit-details.ts').toEqual([])
    expect(() => detailLines(lines[0]?.details ?? {})).not.toThrow()
  })
})

const isRefusal = (status: unknown) => typeof status === 'number' && status >= 400 && status < 500

/** Names of details, but those that only say that a change follows. */
function namesIn(details: Record<string, unknown>): string[] {
  return Object.entries(details).flatMap(([name, value]) => {
    const inner =
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? namesIn(value as Record<string, unknown>)
        : []
    return name === 'before' || name === 'after' ? inner : [name, ...inner]
  })
}

test('every sentence belongs to an action that the code or the schema writes, and every area has a name', () => {
  const files = globSync(['src/features/**/*.ts', 'db/migrations/*.sql']).filter((file) => !/test|words\.ts/.test(file))
  const text = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  const written = (action: string) => {
    const [area, verb] = action.split('.')
    // `subscription.${type}` and `showcase.${event}`: the compiler knows the verbs.
    return text.includes(`'${action}'`) || (text.includes(`\`${area}.$\{`) && text.includes(`'${verb}'`))
  }
  expect(Object.keys(auditSentences).filter((action) => !written(action))).toEqual([])
  const areas = Object.keys(auditSentences).map((action) => action.slice(0, action.indexOf('.')))
  expect([...new Set(areas)].toSorted()).toEqual(Object.keys(auditAreas).toSorted())
  expect(notifiedActions.filter((action) => !Object.hasOwn(auditSentences, action))).toEqual([])
})

test('every action that the code writes has its sentence', () => {
  const files = globSync('src/features/**/*.ts').filter((file) => !/\.test\.ts$|\/testing\//.test(file))
  const unknown = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    if (!text.includes('recordAudit')) return []
    return [...text.matchAll(/\baction(?: =|:) [^\n]*/g)]
      .flatMap(([line]) => [...line.matchAll(/'([a-z]+\.[a-z_-]+)'/g)].map((match) => match[1] ?? ''))
      .filter((action) => !Object.hasOwn(auditSentences, action))
      .map((action) => `${file}: ${action}`)
  })
  expect(unknown).toEqual([])
})
