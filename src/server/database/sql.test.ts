import { expect, onTestFinished, test } from 'vitest'
import { connectDatabase } from './database.ts'
import { testDatabase } from '../testing/database.ts'

const { sql, address } = await testDatabase({ empty: true })
await sql`create table "we""ird" (id int primary key, "the name" text)`
const table = sql('we"ird')

test('parts, names, lists and rows make one statement', async () => {
  const { count } = await sql`insert into ${table} ${sql([
    { id: 1, 'the name': 'uno' },
    { id: 2, 'the name': null },
  ])}`
  expect(count).toBe(2)
  expect((await sql`insert into ${table} ${sql({ id: 3, 'the name': 'tre' })}`).count).toBe(1)
  const among = (ids: number[]) => sql`id in ${sql(ids)}`
  const read = (ids: number[]) => sql`select ${sql('the name')} as name from ${table} where ${among(ids)} order by id`
  expect(await read([1, 3])).toEqual([{ name: 'uno' }, { name: 'tre' }])
  expect(await read([])).toEqual([])
  const { count: read2 } = await read([2])
  expect(read2).toBe(1)
  expect((await sql`delete from ${table} where ${among([1, 2, 3, 4])} ${sql``}`).count).toBe(3)
})

test('a row that lacks a column of the first one is refused', async () => {
  await expect(sql`insert into ${table} ${sql([{ id: 1, 'the name': 'a' }, { id: 2 }])}`).rejects.toThrow('undefined')
})

test('a statement is sent once, and only when it is awaited', async () => {
  await sql`create sequence turns`
  const query = sql<{ turn: number }[]>`select nextval('turns') as turn`
  const another = sql`select nextval('turns')`
  expect([await query, await query]).toEqual([[{ turn: 1 }], [{ turn: 1 }]])
  await another.catch(() => undefined).finally(() => undefined)
  expect(await sql`select last_value from turns`).toEqual([{ last_value: 2 }])
})

test('a script runs as a whole, and answers with its last statement', async () => {
  expect(
    await sql.unsafe(`create table scripted (n int); insert into scripted values (1); select n from scripted`),
  ).toEqual([{ n: 1 }])
  await expect(sql.unsafe(`insert into scripted values (2); select 1/0`)).rejects.toThrow('division by zero')
  expect(await sql`select n from scripted`).toEqual([{ n: 1 }])
})

test('a script’s open transaction passes to no other caller', async () => {
  const [{ pid } = { pid: 0 }] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  await expect(sql.unsafe(`begin; insert into scripted values (3); select 1/0`)).rejects.toThrow('division by zero')
  await sql.unsafe(`begin; insert into scripted values (4)`)
  expect(await sql`select n from scripted where n > 2`).toEqual([])
  expect(await sql`select 1 as one where pg_backend_pid() = ${pid}`).toEqual([])
})

test('a connection prepares a template once, and a list of varying length never', async () => {
  const { sql: alone, close } = connectDatabase(address, { max: 1 })
  onTestFinished(close)
  for (const n of [1, 2, 3]) {
    await alone`select ${n}::int as n`
    await alone`select 1 where 1 in ${alone(Array.from({ length: n }, (_, at) => at))}`
    await alone.unsafe(`select ${n}`)
  }
  expect(await alone.unsafe('select statement from pg_prepared_statements')).toEqual([
    { statement: 'select $1::int as n' },
  ])
})

test('a statement whose columns changed is planned anew', async () => {
  await sql`create table widening (a int)`
  await sql`insert into widening values (1)`
  const read = () => sql`select * from widening`
  const sessions = await Promise.all([sql.reserve(), sql.reserve()])
  for (const session of sessions) await session`select * from widening`
  for (const session of sessions) session.release()
  for (let n = 0; n < 4; n++) await read()
  await sql`alter table widening add column b int`
  for (let n = 0; n < 4; n++) expect(await read()).toEqual([{ a: 1, b: null }])
  await sql`alter table widening drop column b`
  expect(await Promise.all(Array.from({ length: 12 }, read))).toEqual(Array.from({ length: 12 }, () => [{ a: 1 }]))
})

test('a failure names the place of its statement', async () => {
  const failing = () => sql`select * from nothing_of_this_name`
  const error = await failing().catch((reason: unknown) => reason)
  expect((error as Error).stack).toContain('sql.test.ts')
  expect(error).toMatchObject({ code: '42P01', message: 'relation "nothing_of_this_name" does not exist' })
})
