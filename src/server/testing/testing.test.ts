import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { undeclaredError } from '../http/answers.ts'
import { fail } from '../http/failure.ts'
import { handle } from '../http/http.ts'
import { testApp } from './app.ts'
import { testKernel } from './kernel.ts'

const kernel = await testKernel()
const { sql } = kernel

test('a test file has the migrated schema to itself', async () => {
  const tables = await sql<
    { name: string }[]
  >`select table_name as name from information_schema.tables where table_schema = 'public'`
  expect(tables.map(({ name }) => name)).toContain('trader')
  expect(await sql`select from trader`).toHaveLength(0)
})

test('rows carry the types that answers carry', async () => {
  const [row] = await sql`
    select '2026-11-20 19:13:35.123456+01'::timestamptz as at, date '2026-03-29' as day, count(*) as count,
           1.10::numeric as amount, '{"a": [1]}'::jsonb as details, array['2026-01-01 00:00+00'::timestamptz] as times`
  expect(row).toEqual({
    at: '2026-11-20T18:13:35.123Z',
    day: '2026-03-29',
    count: 1,
    amount: '1.10',
    details: { a: [1] },
    times: ['2026-01-01T00:00:00.000Z'],
  })
  const [sent] =
    await sql`select ${'2026-11-20T18:13:35.123Z'}::timestamptz as text, ${new Date(0)}::timestamptz as value, ${sql.json({ a: 1 })}::jsonb as details`
  expect(sent).toEqual({ text: '2026-11-20T18:13:35.123Z', value: '1970-01-01T00:00:00.000Z', details: { a: 1 } })
})

test('the clock stands still until it is set', () => {
  const start = kernel.clock.now()
  kernel.clock.advance(1_500)
  expect(kernel.clock.now() - start).toBe(1_500)
})

test('announced changes arrive', async () => {
  const received: unknown[] = []
  kernel.changes.subscribe((change) => received.push(change))
  kernel.changes.announce('a')
  kernel.changes.announce('a')
  await kernel.changes.flush()
  while (received.length === 0) await sleep(5)
  expect(received).toEqual([['a']])
})

test('log lines are stored', () => {
  kernel.log.info({ route: '/x' }, 'request')
  expect(kernel.lines.at(-1)).toMatchObject({ route: '/x', msg: 'request' })
})

test('an error that a call does not declare is noted, and fails the file unless the test removes the note', async () => {
  const refuse = (path: string, code: 'CONFLICT' | 'UNAVAILABLE') => (app: FastifyInstance) => {
    const call = endpoint({ method: 'GET', path, access: 'public', summary: '', response: z.unknown(), errors: [] })
    handle(app, kernel, call, () => fail(code))
  }
  const app = await testApp(kernel, refuse('/api/surprising', 'CONFLICT'), refuse('/api/usual', 'UNAVAILABLE'))
  expect((await app.inject('/api/surprising')).statusCode).toBe(409)
  expect((await app.inject('/api/usual')).statusCode).toBe(503)
  const notes = kernel.lines.filter(({ msg }) => msg === undeclaredError)
  expect(notes).toMatchObject([{ code: 'CONFLICT', call: 'GET /api/surprising' }])
  for (const note of notes) kernel.lines.splice(kernel.lines.indexOf(note), 1)
})
