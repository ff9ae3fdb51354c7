import { expect, test } from 'vitest'
import type { DailyRow, RecentDay } from '#features/performance/rules/rows.ts'
import { writeRows } from '#features/ea/server/sync/writes.ts'
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
