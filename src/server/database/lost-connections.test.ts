import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { connectDatabase, isDatabaseAway, type Queryable } from './database.ts'
import { testDatabase } from '../testing/database.ts'

const { sql: other, address } = await testDatabase({ empty: true })

/** A pool of one name, whose connections the test ends. Only patient ones carry COPY. */
function pool(name: string, patient = false) {
  const { sql, close } = connectDatabase(address, { max: 3, name, patient })
  onTestFinished(close)
  const end = () => other`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${name}`
  return { sql, end }
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

/** Pauses around the moments at which the end reaches the driver, and at which it connects again. Milliseconds. */
const pauses = [0, 1, 2, 5, 20, 100, 195, 205, 250]

/** Every connection of the pool works again, soon. A query that meets the end itself may still be refused. */
async function works(sql: Queryable): Promise<boolean> {
  const before = performance.now()
  await Promise.all([1, 2, 3].map((number) => failureOf(sql`select ${number}::int`)))
  const failures = await Promise.all([1, 2, 3].map((number) => failureOf(sql`select ${number}::int`)))
  return failures.every((failure) => failure === null) && performance.now() - before < 1_500
}

test.each(pauses)('a transaction whose connection ends, queried again after %i ms', async (pause) => {
  const { sql, end } = pool(`transaction ${pause}`)
  const transaction = sql.begin(async (tx) => {
    await tx`select 1`
    await end()
    await sleep(pause)
    await tx`select 2`
  })
  expect(isDatabaseAway(await failureOf(transaction))).toBe(true)
  expect(await works(sql)).toBe(true)
})

test.each(pauses)('a savepoint whose connection ends, queried again after %i ms', async (pause) => {
  const { sql, end } = pool(`savepoint ${pause}`)
  const transaction = sql.begin((tx) =>
    tx.savepoint(async (inner) => {
      await inner`select 1`
      await end()
      await sleep(pause)
      await inner`select 2`
    }),
  )
  expect(isDatabaseAway(await failureOf(transaction))).toBe(true)
  expect(await works(sql)).toBe(true)
})

test.each(pauses)('a reserved connection that ends, queried again after %i ms', async (pause) => {
  const { sql, end } = pool(`reserved ${pause}`)
  const reserved = await sql.reserve()
  await reserved`select 1`
  await end()
  await sleep(pause)
  expect(isDatabaseAway(await failureOf(reserved`select 2`))).toBe(true)
  reserved.release()
  expect(await works(sql)).toBe(true)
})

test('the rest of a lost transaction never runs, even after a reconnection', async () => {
  const { sql, close } = connectDatabase(address, { max: 1, name: 'lost' })
  onTestFinished(close)
  await other`create table half (part int)`
  const going = Promise.withResolvers<unknown>()
  const transaction = failureOf(
    sql.begin(async (tx) => {
      await tx`insert into half values (1)`
      await other`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lost'`
      await going.promise
      await tx`insert into half values (2)`
    }),
  )
  expect(isDatabaseAway(await transaction)).toBe(true)
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
  going.resolve(null)
  await sleep(50)
  expect(await sql`select part from half`).toEqual([])
})

test('a pool under load whose connections end again and again: every query is answered or refused', async () => {
  const { sql, end } = pool('load')
  const queries: Promise<unknown>[] = []
  for (let round = 0; round < 30; round++) {
    for (let query = 0; query < 5; query++) queries.push(failureOf(sql`select ${query}::int, pg_sleep(0.001)`))
    queries.push(failureOf(sql.begin(async (tx) => void (await tx`select 1`, await tx`select 2`))))
    if (round % 3 === 0) await end()
    await sleep(round % 7)
  }
  const failures = (await Promise.all(queries)).filter((failure) => failure !== null)
  expect(failures.filter((failure) => !isDatabaseAway(failure))).toEqual([])
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
})

test('a COPY that the database refuses at its end fails', async () => {
  const { sql } = pool('copy in', true)
  await other`create table few (n int primary key, of int references few)`
  const refused = await failureOf(
    sql.begin(async (tx) => {
      await pipeline(['1\t\\N\n', '2\t7\n'], await tx`copy few from stdin`.writable())
      await tx`select 1`
    }),
  )
  expect((refused as { code?: string }).code).toBe('23503')
  expect(await works(sql)).toBe(true)
})

test('a COPY that is read slowly leaves its connection as it was', async () => {
  const { sql } = pool('copy out', true)
  const read = await sql.begin(async (tx) => {
    const rows = await tx`copy (select repeat('x', 1000) from generate_series(1, 300)) to stdout`.readable()
    let bytes = 0
    for await (const piece of rows) {
      bytes += (piece as Buffer).length
      await sleep(1)
    }
    await tx`select 1`
    return bytes
  })
  expect(read).toBe(300 * 1001)
  expect(await works(sql)).toBe(true)
})

test('a COPY without a reader ends with its pool', async () => {
  const { sql } = pool('copy unread', true)
  const session = await sql.reserve()
  const rows = await session`copy (select repeat('x', 1000) from generate_series(1, 1000000)) to stdout`.readable()
  rows.once('error', () => undefined)
  rows.destroy()
  session.release()
  await sql.end({ timeout: 0 })
  const left = () => other`select from pg_stat_activity where application_name = 'copy unread'`
  let waited = 0
  while ((await left()).length > 0 && waited++ < 100) await sleep(20)
  expect(await left()).toHaveLength(0)
})

test('a COPY that the database refuses in the middle, or whose source fails, leaves its connection as it was', async () => {
  const { sql } = pool('copy refused', true)
  await other`create table numbers (n int)`
  const copied = (lines: Iterable<string>) =>
    failureOf(
      sql.begin(async (tx) => {
        await pipeline(Readable.from(lines), await tx`copy numbers from stdin`.writable())
      }),
    )
  function* faulty(line: string) {
    for (let n = 0; n < 200_000; n++) yield n === 1_000 ? line : `${n}\n`
  }
  function* broken() {
    yield* ['1\n', '2\n']
    throw new Error('the source failed')
  }
  expect(await copied(faulty('no number\n'))).toMatchObject({ code: '22P02' })
  expect(await copied(broken())).toMatchObject({ message: 'the source failed' })
  const absent = sql.begin(async (tx) => {
    await pipeline(Readable.from(['1\n']), await tx`copy absent from stdin`.writable())
  })
  expect(await failureOf(absent)).toMatchObject({ code: '42P01' })
  expect(await copied(['1\n', '2\n'])).toBeNull()
  expect(await sql`select count(*) from numbers`).toEqual([{ count: 2 }])
  expect(await works(sql)).toBe(true)
})
