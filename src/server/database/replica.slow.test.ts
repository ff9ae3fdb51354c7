import { chmodSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { removeDataFolder } from '../embedded-postgres/embedded-postgres-place.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { prepareReplica } from '../testing/cluster.ts'
import { until } from '../testing/until.ts'
import { connectDatabase } from './database.ts'
import { followReplica, readPublic } from './replica.ts'

const log = pino({ level: 'silent' })
const settings = { fsync: 'off', wal_level: 'replica', max_wal_senders: '4', hot_standby: 'on' }

/** A primary with a row, its replica, and the kernel's part that reads them. */
async function stage() {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'toptrader-replica-'))
  chmodSync(folder, 0o755)
  onTestFinished(() => removeDataFolder(folder))
  await (await startEmbeddedPostgres(folder, log, settings)).stop()
  const startReplica = await prepareReplica(join(folder, 'replica'), folder, settings)
  const primary = await startEmbeddedPostgres(folder, log, settings)
  onTestFinished(() => primary.stop())
  const second = await startReplica(primary.address)
  onTestFinished(() => second.stop())
  const { sql, close } = connectDatabase(primary.address)
  const standby = connectDatabase({ ...second.address, database: primary.address.database })
  const replica = followReplica(sql, standby.sql, log)
  onTestFinished(async () => {
    await replica.close()
    await standby.close()
    await close()
  })
  await sql`create table profile (bio text)`
  await sql`insert into profile values ('first')`
  /** The public read of the row, and the server that answered. */
  const read = () =>
    readPublic({ sql, replica }, async (database) => {
      const [row] = await database<
        { bio: string; replica: boolean }[]
      >`select bio, pg_is_in_recovery() as replica from profile`
      return row
    })
  return { sql, standby: standby.sql, replica, second, read }
}

test('public reads go to a replica that is current, and to the primary while it is behind or away', async () => {
  const { sql, standby, replica, second, read } = await stage()
  await until(async () => (await read().catch(() => undefined))?.replica === true)
  expect(await read()).toEqual({ bio: 'first', replica: true })
  expect(replica.lag()).toBeLessThan(1_000)
  // An idle primary makes no replica old.
  await new Promise((resolve) => setTimeout(resolve, 4_000))
  expect(await read()).toEqual({ bio: 'first', replica: true })

  await standby`select pg_wal_replay_pause()`
  await until(
    async () =>
      (await standby`select from pg_get_wal_replay_pause_state() where pg_get_wal_replay_pause_state = 'paused'`)
        .length > 0,
  )
  await sql`update profile set bio = 'second'`
  const changedAt = performance.now()
  const newest = await until(async () => {
    const row = await read()
    return row?.bio === 'second' ? row : null
  }, 10_000)
  expect(newest.replica).toBe(false)
  // Three seconds, and the pause between two comparisons.
  expect(performance.now() - changedAt).toBeLessThan(4_500)
  for (let turn = 0; turn < 20; turn++) expect((await read())?.bio).toBe('second')

  await standby`select pg_wal_replay_resume()`
  await until(async () => (await read())?.replica === true)
  expect(await read()).toEqual({ bio: 'second', replica: true })

  await second.stop()
  // Not one read fails while the replica ends.
  for (let turn = 0; turn < 50; turn++) expect(await read()).toEqual({ bio: 'second', replica: false })
  expect(replica.lag()).toBe(Number.POSITIVE_INFINITY)
})

test('a read that fails for a reason of its own does not run again on the primary', async () => {
  const { sql, replica, read } = await stage()
  await until(async () => (await read().catch(() => undefined))?.replica === true)
  let runs = 0
  const work = readPublic({ sql, replica }, async (database) => {
    runs += 1
    return database`insert into profile values ('third')`
  })
  await expect(work).rejects.toThrow('read-only transaction')
  expect(runs).toBe(1)
})
