import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import { createLeaderboard } from '../service.ts'
import { account, grant, sync } from '../testing/accounts.ts'
import { until } from '../testing/until.ts'

const kernel = await testKernel()
const { clock, sql } = kernel
await account(kernel, { username: 'steady', nets: [50, 50, 50] })
const mover = await account(kernel, { username: 'mover', nets: [10, 10, 10] })
const [one, other] = [createLeaderboard(kernel), createLeaderboard(kernel)]
await one.start()
await other.start()
afterAll(one.close)
afterAll(other.close)

/** An instance that is killed between its commit and the announcement. */
const killed = { ...kernel, changes: { ...kernel.changes, announce: () => undefined } }
const onBoth = (check: (entry: ReturnType<typeof entryIn>) => boolean | undefined) =>
  until(() => [one, other].every((leaderboard) => check(entryIn(leaderboard))), 3_000)
const entryIn = (leaderboard: typeof one) =>
  leaderboard.listData({}).leaderboard.find(({ username }) => username === 'mover')

test('a change without an announcement is found within three seconds, on every instance', async () => {
  clock.advance(MINUTE_MS)
  await sync(killed, mover, 7)
  expect(await onBoth((entry) => entry?.account_balance === 10_037)).toBe(true)
  await grant(killed, mover.trader_id, 'diamond', clock.now() + HOUR_MS)
  expect(await onBoth((entry) => entry?.is_diamond)).toBe(true)
  await sql`update trader set deactivated_at = now() where trader_id = ${mover.trader_id}`
  expect(await onBoth((entry) => entry === undefined)).toBe(true)
  await sql`update trader set deactivated_at = null where trader_id = ${mover.trader_id}`
  expect(await onBoth((entry) => entry?.account_balance === 10_037)).toBe(true)
})

test('a transaction that was open during a look is found by a later one', async () => {
  clock.advance(MINUTE_MS)
  await sql.begin(async (tx) => {
    await tx`update trader set display_name = 'Late' where trader_id = ${mover.trader_id}`
    await sql`update trader set display_name = 'Early' where username = 'steady'`
    await until(() => one.listData({}).leaderboard.some(({ display_name }) => display_name === 'Early'), 3_000)
    // Two more looks go by; the connection must not fall idle for long.
    await wait(4_200)
  })
  expect(await onBoth((entry) => entry?.display_name === 'Late')).toBe(true)
})

test('an announced change is not found again by later looks', async () => {
  clock.advance(MINUTE_MS)
  await sync(kernel, mover, 3)
  expect(await onBoth((entry) => entry?.account_balance === 10_040)).toBe(true)
  await wait(1_000)
  const settled = one.snapshot()
  await wait(3_500)
  expect(one.snapshot()).toBe(settled)
})
