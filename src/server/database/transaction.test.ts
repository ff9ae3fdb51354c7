import { expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'

const { sql } = await testDatabase({ empty: true })
await sql`create table line (n int primary key deferrable initially deferred)`
const lines = async () => (await sql<{ n: number }[]>`select n from line order by n`).map(({ n }) => n)

test('a transaction that resolves is committed, one that throws is rolled back', async () => {
  expect(await sql.begin(async (tx) => (await tx`insert into line values (1)`).count)).toBe(1)
  const refused = sql.begin(async (tx) => {
    await tx`insert into line values (2)`
    throw new Error('no')
  })
  await expect(refused).rejects.toThrow('no')
  expect(await lines()).toEqual([1])
})

test('a failed statement fails the transaction, even where its error is caught', async () => {
  const caught = sql.begin(async (tx) => {
    await tx`insert into line values (3)`
    await tx`select 1/0`.catch(() => undefined)
    await tx`insert into line values (4)`.catch(() => undefined)
  })
  await expect(caught).rejects.toThrow('division by zero')
  await expect(sql.begin((tx) => Promise.all([tx`select 1/0`, tx`insert into line values (5)`]))).rejects.toThrow(
    'zero',
  )
  const after = sql.begin(async (tx) => {
    await tx`select 1/0`.catch(() => undefined)
    await tx`select 1`
  })
  await expect(after).rejects.toThrow('division by zero')
  expect(await lines()).toEqual([1])
})

test('a refused parameter fails it too', async () => {
  const refused = sql.begin(async (tx) => {
    await tx`insert into line values (6)`
    await tx`select ${undefined as unknown as string}`.catch(() => undefined)
  })
  await expect(refused).rejects.toThrow('undefined')
  expect(await lines()).toEqual([1])
})

test('a refused commit says why', async () => {
  await expect(sql.begin((tx) => tx`insert into line values (1)`)).rejects.toMatchObject({ code: '23505' })
  expect(await lines()).toEqual([1])
})

test('a savepoint is undone alone, within others too', async () => {
  await sql.begin(async (tx) => {
    await tx`insert into line values (10)`
    const inner = tx.savepoint(async (one) => {
      await one`insert into line values (11)`
      await one.savepoint((two) => two`insert into line values (12)`)
      await one.savepoint((two) => two`select 1/0`).catch(() => undefined)
      await one`insert into line values (13)`
      throw new Error('undone')
    })
    await expect(inner).rejects.toThrow('undone')
    await tx.savepoint((one) => one`insert into line values (14)`)
  })
  expect(await lines()).toEqual([1, 10, 14])
})

test('a statement after the end is refused', async () => {
  let late: () => Promise<unknown> = () => Promise.resolve()
  await sql.begin(async (tx) => {
    await tx`select 1`
    late = () => Promise.resolve(tx`insert into line values (20)`)
  })
  await expect(late()).rejects.toThrow('after the end')
  expect(await lines()).toEqual([1, 10, 14])
})

test('the options of the transaction hold', async () => {
  const written = sql.begin('isolation level repeatable read read only', async (tx) => {
    expect(await tx`show transaction_isolation`).toEqual([{ transaction_isolation: 'repeatable read' }])
    await tx`insert into line values (30)`
  })
  await expect(written).rejects.toMatchObject({ code: '25006' })
})
