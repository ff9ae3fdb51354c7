import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
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

test('the clock stands still until it is told', () => {
  const start = kernel.clock.now()
  kernel.clock.advance(1_500)
  expect(kernel.clock.now() - start).toBe(1_500)
})

test('announced changes arrive', async () => {
  const heard: Record<string, unknown> = {}
  kernel.changes.subscribe((change, what) => (heard[what] = change))
  kernel.changes.announce('a')
  kernel.changes.announce('a')
  kernel.changes.announce('b', 'figures')
  await kernel.changes.flush()
  while (Object.keys(heard).length < 2) await sleep(5)
  expect(heard).toEqual({ trader: ['a'], figures: ['b'] })
})

test('log lines are kept', () => {
  kernel.log.info({ route: '/x' }, 'request')
  expect(kernel.lines.at(-1)).toMatchObject({ route: '/x', msg: 'request' })
})
