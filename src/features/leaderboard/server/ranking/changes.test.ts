import { afterAll, expect, test } from 'vitest'
import type { Sql } from '#server/database/database.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import { createLeaderboard } from '../service.ts'
import { quickRefresh } from '../testing/timing.ts'
import { account, grant, sync } from '../testing/accounts.ts'
import { until } from '#server/testing/until.ts'

const kernel = await testKernel()
const { clock, sql } = kernel
await account(kernel, { username: 'steady', nets: [50, 50, 50] })
const mover = await account(kernel, { username: 'mover', nets: [10, 10, 10] })
let reads = 0
/** The pool. It counts reads of the log of changes: each begins a transaction. */
const counted: Sql = new Proxy(sql, {
  get(target, name) {
    if (name === 'begin') reads += 1
    return Reflect.get(target, name) as unknown
  },
})
const one = createLeaderboard({ ...kernel, sql: counted }, quickRefresh)
const other = createLeaderboard(kernel, quickRefresh)
await one.start()
await other.start()
afterAll(one.close)
afterAll(other.close)

const onBoth = (check: (entry: ReturnType<typeof entryIn>) => boolean | undefined) =>
  until(() => [one, other].every((leaderboard) => check(entryIn(leaderboard))), 3_000)
const entryIn = (leaderboard: typeof one) =>
  leaderboard.listData({}).leaderboard.find(({ username }) => username === 'mover')

/** Two reads that begin from now on are over. A third one begins when the second has had its effect. */
async function twoReads(): Promise<void> {
  const before = reads
  await until(() => reads >= before + 3, 3_000)
}

test('a change is found on every instance, though nothing announces it', async () => {
  clock.advance(MINUTE_MS)
  await sync(kernel, mover, 7)
  expect(await onBoth((entry) => entry?.account_balance === 10_037)).toBe(true)
  await grant(kernel, mover.trader_id, 'diamond', clock.now() + HOUR_MS)
  expect(await onBoth((entry) => entry?.is_diamond)).toBe(true)
  await sql`update trader set deactivated_at = now() where trader_id = ${mover.trader_id}`
  expect(await onBoth((entry) => entry === undefined)).toBe(true)
  await sql`update trader set deactivated_at = null where trader_id = ${mover.trader_id}`
  expect(await onBoth((entry) => entry?.account_balance === 10_037)).toBe(true)
})

test('a transaction that was open during a read is found by a later one', async () => {
  clock.advance(MINUTE_MS)
  await sql.begin(async (tx) => {
    await tx`update trader set display_name = 'Late' where trader_id = ${mover.trader_id}`
    await sql`update trader set display_name = 'Early' where username = 'steady'`
    await until(() => one.listData({}).leaderboard.some(({ display_name }) => display_name === 'Early'), 3_000)
    await twoReads()
  })
  expect(await onBoth((entry) => entry?.display_name === 'Late')).toBe(true)
})

test('a change is not found again by later reads', async () => {
  clock.advance(MINUTE_MS)
  await sync(kernel, mover, 3)
  expect(await onBoth((entry) => entry?.account_balance === 10_040)).toBe(true)
  await twoReads()
  const before = one.snapshot()
  await twoReads()
  expect(one.snapshot()).toBe(before)
})
