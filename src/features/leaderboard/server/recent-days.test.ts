import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { monthlyRoi } from '#features/performance/rules/returns.ts'
import type { DailyRow, RecentDay } from '#features/performance/rules/rows.ts'
import { writeRows } from '#features/ea/server/sync/writes.ts'
import { migrationsFolder } from '#server/database/migrate.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { utcDay } from '#shared/dates.ts'
import { readRecentDays } from './recent-days.ts'
import { account } from './testing/accounts.ts'

const kernel = await testKernel()
const { sql } = kernel
const today = utcDay(kernel.clock.now())

const rowOf = (day: number, growth = 1 + day / 1e7): DailyRow => ({
  day,
  equity_start: 1_000,
  equity_end: 1_000 * growth,
  balance_end: 1_000.1,
  inflow: 0,
  outflow: 0,
  growth,
  high: growth + 0.01,
  low: 0.98,
  drawdown: 0.1 + 0.2,
  trades: day % 7,
  wins: 0,
  counted: 0,
  counted_wins: 0,
  profit: 0,
  drawdown_end: 1 / 3,
})
const recent = ({ day, equity_end, growth, high, low, drawdown, drawdown_end, trades }: DailyRow): RecentDay => ({
  day,
  equity_end,
  growth,
  high,
  low,
  drawdown,
  drawdown_end,
  trades,
})

const write = (account_id: string, rows: readonly DailyRow[]) =>
  sql.begin((tx) =>
    writeRows(
      tx,
      rows.map((row) => ({ ...row, account_id })),
    ),
  )

async function packed(accountId: string): Promise<RecentDay[]> {
  const [row] = await sql<{ days: Buffer }[]>`select days from recent_days where account_id = ${accountId}`
  return readRecentDays(row?.days ?? null)
}

async function newAccount(username: string): Promise<string> {
  return (await account(kernel, { username, importing: true })).account_id
}

test('the days before the newest one are packed, to the last bit', async () => {
  const one = await newAccount('one')
  await write(one, [rowOf(today - 3)])
  expect(await packed(one)).toEqual([])
  await write(one, [rowOf(today - 2), rowOf(today)])
  expect(await packed(one)).toEqual([recent(rowOf(today - 3)), recent(rowOf(today - 2))])
})

test('a sync after midnight closes the day before as its last figures have it', async () => {
  const one = await newAccount('midnight')
  await write(one, [rowOf(today - 1)])
  await write(one, [rowOf(today - 1, 1.2)])
  expect(await packed(one)).toEqual([])
  await write(one, [rowOf(today - 1, 1.3), rowOf(today)])
  await write(one, [rowOf(today, 1.4)])
  expect(await packed(one)).toEqual([recent(rowOf(today - 1, 1.3))])
})

test('91 days are kept, whether they come together or one by one', async () => {
  const rows = Array.from({ length: 200 }, (_, index) => rowOf(today - 199 + index))
  const [together, apart] = [await newAccount('together'), await newAccount('apart')]
  await write(together, rows)
  for (let start = 0; start < rows.length; start += 7) await write(apart, rows.slice(start, start + 7))
  const expected = rows.slice(-92, -1).map(recent)
  expect(await packed(together)).toEqual(expected)
  expect(await packed(apart)).toEqual(expected)
})

test('a closed day that changes, or comes late, is packed again', async () => {
  const one = await newAccount('changed')
  const other = await newAccount('other')
  await write(one, [rowOf(today - 4), rowOf(today - 2), rowOf(today - 1), rowOf(today)])
  await write(other, [rowOf(today - 1), rowOf(today)])
  await write(one, [rowOf(today - 2, 1.5)])
  await write(one, [rowOf(today - 3)])
  const expected = [rowOf(today - 4), rowOf(today - 3), rowOf(today - 2, 1.5), rowOf(today - 1)]
  expect(await packed(one)).toEqual(expected.map(recent))
  expect(await packed(other)).toEqual([recent(rowOf(today - 1))])
})

async function worstMonth(accountId: string): Promise<number | null> {
  const [row] = await sql<{ worst_month: number | null }[]>`
    select worst_month from recent_days where account_id = ${accountId}`
  return row?.worst_month ?? null
}

/** Growth of the worst month before the one of the last row, at most 1. */
const worstOf = (rows: readonly DailyRow[]) =>
  Math.min(
    1,
    ...monthlyRoi(rows)
      .slice(0, -1)
      .map(({ roi }) => 1 + roi),
  )

const falling = (share: number, from: number, days: number) =>
  Array.from({ length: days }, (_, index) => rowOf(from + index, index === 3 ? share : 1.0001))

test('the worst month of the whole life stays known after its days are gone, whether they come together or one by one', async () => {
  const rows = [...falling(0.8, today - 299, 40), ...falling(0.97, today - 259, 260)]
  const [together, apart] = [await newAccount('months'), await newAccount('months-apart')]
  await write(together, rows)
  for (let start = 0; start < rows.length; start += 7) await write(apart, rows.slice(start, start + 7))
  const expected = worstOf(rows)
  expect(expected).toBeLessThan(0.81)
  expect(await worstMonth(together)).toBeCloseTo(expected, 12)
  expect(await worstMonth(apart)).toBeCloseTo(expected, 12)
})

test('the worst month follows a change of a closed day, and none is known in the first one', async () => {
  const one = await newAccount('corrected')
  const rows = falling(0.7, today - 80, 81)
  await write(one, rows)
  const corrected = rows.map((row, index) => (index === 3 ? rowOf(row.day, 0.95) : row))
  await write(one, corrected.slice(3, 4))
  expect(await worstMonth(one)).toBeCloseTo(worstOf(corrected), 12)
  const first = await newAccount('first-month')
  await write(
    first,
    [rowOf(today - 1, 0.5), rowOf(today, 0.5)].slice(new Date(kernel.clock.now()).getUTCDate() > 1 ? 0 : 1),
  )
  expect(await worstMonth(first)).toBeNull()
})

test('days that lost everything, or won beyond all measure, break nothing', async () => {
  const one = await newAccount('extreme')
  await write(one, [rowOf(today - 70, 0), rowOf(today - 69, 1e300), rowOf(today - 68, 1e300), rowOf(today, 1)])
  expect(await worstMonth(one)).toBe(1)
  const ruined = await newAccount('ruined')
  await write(ruined, [...Array.from({ length: 30 }, (_, index) => rowOf(today - 70 + index, 0)), rowOf(today, 1)])
  expect(await worstMonth(ruined)).toBeLessThan(1e-10)
})

test('the migration gives the accounts of before theirs', async () => {
  const one = await newAccount('before')
  const rows = falling(0.75, today - 120, 121)
  await write(one, rows)
  await sql`update recent_days set worst_month = null`
  const statements = readFileSync(join(migrationsFolder, '202611231620_worst_month.sql'), 'utf8')
  await sql.unsafe(statements.slice(statements.lastIndexOf('update recent_days')))
  expect(await worstMonth(one)).toBeCloseTo(worstOf(rows), 12)
})
