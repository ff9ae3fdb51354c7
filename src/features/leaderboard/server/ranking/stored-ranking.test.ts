import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { until } from '#server/testing/until.ts'
import { DAY_MS, MINUTE_MS } from '#shared/dates.ts'
import { createLeaderboard } from '../service.ts'
import { account } from '../testing/accounts.ts'
import { quickRefresh } from '../testing/timing.ts'
import type { Snapshot } from './snapshot.ts'
import { createStoredRanking } from './stored-ranking.ts'

const kernel = await testKernel()
const { sql, clock } = kernel
const file = join(kernel.config.DATA_DIR, 'ranking', 'last.ndjson.zst')
const plan_ms = 90 * DAY_MS
const names = ['anna', 'bruno', 'carla', 'dario']
for (const [index, username] of names.entries())
  await account(kernel, { username, nets: [400 - 100 * index, 5], plan_ms })

/** A start of the product: the snapshots that it publishes, until the ranking is loaded. */
async function start(): Promise<Snapshot[]> {
  // Other test files share the cluster: their open transactions hold the horizon back.
  await until(async () => {
    const [row] = await sql<{ passed: boolean }[]>`
      select bool_and(age(xmin) > age(xid(pg_snapshot_xmin(pg_current_snapshot())))) as passed from trader`
    return row?.passed
  }, 10_000)
  const published: Snapshot[] = []
  const leaderboard = createLeaderboard(kernel, quickRefresh, createStoredRanking(kernel))
  leaderboard.onSnapshot((snapshot) => published.push(snapshot))
  await leaderboard.start()
  await leaderboard.close()
  return published
}
const shown = (snapshot: Snapshot | undefined) => snapshot?.traders.map(({ entry }) => entry.username)

test('a start serves the last ranking, marked with its time, until the new one stands', async () => {
  const writtenAt = clock.now()
  const [first, ...none] = await start()
  expect(first?.staleSince).toBeNull()
  expect(none).toEqual([])
  clock.advance(5 * MINUTE_MS)
  const [stored, loaded] = await start()
  expect(stored?.staleSince).toBe(writtenAt)
  expect(stored?.traders.map(({ entry }) => entry)).toEqual(first?.traders.map(({ entry }) => entry))
  expect([stored?.ranked, stored?.generatedAt]).toEqual([first?.ranked, first?.generatedAt])
  expect(stored?.byUsername('BRUNO')?.entry.username).toBe('bruno')
  expect(stored?.rankOf(stored.at(2)?.trader_id ?? '')).toBe(2)
  expect(loaded?.staleSince).toBeNull()
})

test('traders who changed their profile since are left out until the new ranking stands', async () => {
  await sql`update trader set hide_amounts = true where username = 'anna'`
  await sql`update trader set deactivated_at = now() where username = 'bruno'`
  await sql`delete from subscription using trader where trader.trader_id = subscription.trader_id and username = 'carla'`
  await sql`delete from trader where username = 'carla'`
  const [stored, loaded] = await start()
  expect(shown(stored)).toEqual(['dario'])
  expect(shown(loaded)).toEqual(['anna', 'dario'])
  expect(loaded?.at(1)?.entry.account_balance).toBeNull()
})

test('the ranking of another database, of another day, from the future or in another form is not served', async () => {
  const stored = createStoredRanking(kernel)
  expect(await stored.read()).not.toBeNull()
  const other = await testDatabase()
  expect(await createStoredRanking({ ...kernel, sql: other.sql }).read()).toBeNull()
  const written = readFileSync(file)
  writeFileSync(file, written.subarray(0, -20))
  expect(await stored.read()).toBeNull()
  expect(kernel.lines.at(-1)).toMatchObject({ msg: 'stored ranking not read' })
  writeFileSync(file, written)
  clock.advance(-MINUTE_MS)
  expect(await stored.read()).toBeNull()
  clock.advance(MINUTE_MS + DAY_MS)
  expect(await stored.read()).not.toBeNull()
  clock.advance(1)
  expect(await stored.read()).toBeNull()
})

test('within a minute of the last one nothing is written', async () => {
  const leaderboard = createLeaderboard(kernel, quickRefresh, createStoredRanking(kernel))
  const counts = { published: 0 }
  leaderboard.onSnapshot(() => (counts.published += 1))
  await leaderboard.start()
  const before = counts.published
  const names = readFileSync(file)
  await account(kernel, { username: 'elena', nets: [1], plan_ms })
  await until(() => counts.published > before, 5_000)
  await leaderboard.close()
  const [stored] = await start()
  expect(shown(stored)).not.toContain('elena')
  expect(names.length).toBeGreaterThan(0)
})
