import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { until } from '#server/testing/until.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import type { LeaderboardEntry } from '../../contract.ts'
import { endOfChanges } from '../change-queries.ts'
import { createLeaderboard } from '../service.ts'
import { account } from '../testing/accounts.ts'
import { quickRefresh } from '../testing/timing.ts'
import { createStoredRanking, type Stored } from './stored-ranking.ts'
import { createTraderTable } from './table/trader-table.ts'

const kernel = await testKernel()
const { sql, clock } = kernel
const file = join(kernel.config.DATA_DIR, 'ranking', 'last.zst')
const plan_ms = 90 * DAY_MS
const names = ['anna', 'bruno', 'carla', 'dario']
for (const [index, username] of names.entries())
  await account(kernel, { username, nets: [400 - 100 * index, 5], plan_ms })

/** The snapshots that a start of the product publishes until the ranking is loaded, with the rows of that moment. */
async function start(): Promise<{ staleSince: number | null; generatedAt: number; rows: LeaderboardEntry[] }[]> {
  const published: Awaited<ReturnType<typeof start>> = []
  const leaderboard = createLeaderboard(kernel, quickRefresh, createStoredRanking(kernel))
  leaderboard.onSnapshot(({ staleSince, generatedAt }) =>
    published.push({ staleSince, generatedAt, rows: leaderboard.listData({}).leaderboard }),
  )
  await leaderboard.start()
  await leaderboard.close()
  return published
}
const shown = (snapshot: Awaited<ReturnType<typeof start>>[number] | undefined) =>
  snapshot?.rows.map(({ username }) => username)

test('a start serves the last ranking, marked with its time, until the new one stands', async () => {
  const writtenAt = clock.now()
  const [first, ...none] = await start()
  expect(first?.staleSince).toBeNull()
  expect(none).toEqual([])
  clock.advance(5 * MINUTE_MS)
  const [stored, loaded] = await start()
  expect(stored).toEqual({ ...first, staleSince: writtenAt })
  expect(loaded).toEqual(first)
})

test('traders who changed their profile since are left out until they are read', async () => {
  await sql`update trader set hide_amounts = true where username = 'anna'`
  await sql`update trader set deactivated_at = now() where username = 'bruno'`
  await sql`delete from subscription using trader where trader.trader_id = subscription.trader_id and username = 'carla'`
  await sql`delete from trader where username = 'carla'`
  const [stored, loaded] = await start()
  expect(shown(stored)).toEqual(['dario'])
  expect(shown(loaded)).toEqual(['anna', 'dario'])
  expect(loaded?.rows[0]?.account_balance).toBeNull()
})

test('after more than an hour the log does not reach back: profiles that changed are left out, and all are read', async () => {
  // Other test files share the cluster: their open transactions hold the horizon back.
  await until(async () => {
    const [row] = await sql<{ passed: boolean }[]>`
      select bool_and(age(xmin) > age(xid(pg_snapshot_xmin(pg_current_snapshot())))) as passed from trader`
    return row?.passed
  }, 10_000)
  await start()
  await sql`update trader set bio = 'x' where username = 'anna'`
  const bytes = zstdDecompressSync(readFileSync(file))
  const end = 4 + bytes.readUInt32LE()
  const header = deserialize(bytes.subarray(4, end)) as Stored
  const position = { ...header.position, at: new Date(Date.parse(header.position.at) - 2 * HOUR_MS).toISOString() }
  const changed = serialize({ ...header, position })
  const length = Buffer.alloc(4)
  length.writeUInt32LE(changed.length)
  writeFileSync(file, zstdCompressSync(Buffer.concat([length, changed, bytes.subarray(end)])))
  const [stored, loaded] = await start()
  expect(shown(stored)).toEqual(['dario'])
  expect(stored?.staleSince).not.toBeNull()
  expect([shown(loaded), loaded?.staleSince]).toEqual([['anna', 'dario'], null])
})

test('the ranking of another database, of another day, from the future or in another form is not served', async () => {
  const stored = createStoredRanking(kernel)
  expect(await stored.read(createTraderTable())).not.toBeNull()
  const other = await testDatabase()
  expect(await createStoredRanking({ ...kernel, sql: other.sql }).read(createTraderTable())).toBeNull()
  const written = readFileSync(file)
  writeFileSync(file, written.subarray(0, -20))
  expect(await stored.read(createTraderTable())).toBeNull()
  expect(kernel.lines.at(-1)).toMatchObject({ msg: 'stored ranking not read' })
  writeFileSync(file, written)
  clock.advance(-MINUTE_MS)
  expect(await stored.read(createTraderTable())).toBeNull()
  clock.advance(MINUTE_MS + DAY_MS)
  expect(await stored.read(createTraderTable())).not.toBeNull()
  clock.advance(1)
  expect(await stored.read(createTraderTable())).toBeNull()
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

test('two instances that write into one folder at the same time disturb each other in nothing', async () => {
  const pair = [createStoredRanking(kernel, 0), createStoredRanking(kernel, 0)]
  const table = createTraderTable()
  const position = await endOfChanges(sql)
  const linesBefore = kernel.lines.length
  for (let round = 0; round < 5; round += 1) {
    for (const each of pair) each.write(table, position)
    for (const each of pair) await each.close()
    for (const each of pair) expect(await each.read(createTraderTable())).toMatchObject({ position })
  }
  expect(kernel.lines.slice(linesBefore)).toEqual([])
  expect(readdirSync(dirname(file))).toEqual(['last.zst'])
})

test('the draft of a writer that was killed is removed after an hour', async () => {
  const stored = createStoredRanking(kernel, 0)
  const position = await endOfChanges(sql)
  const writtenAgo = async (ms: number) => {
    const draft = `${file}.0`
    writeFileSync(draft, '')
    utimesSync(draft, new Date(), new Date(Date.now() - ms))
    stored.write(createTraderTable(), position)
    await stored.close()
    return existsSync(draft)
  }
  expect(await writtenAgo(HOUR_MS - MINUTE_MS)).toBe(true)
  expect(await writtenAgo(HOUR_MS + MINUTE_MS)).toBe(false)
})
