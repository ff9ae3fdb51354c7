import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createSecrets } from '../settings/crypto.ts'
import { connectDatabase, type Sql } from './database.ts'
import { findHome } from '../embedded-postgres/embedded-postgres-place.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { migrate } from './migrate.ts'
import { destroyFolder } from '../testing/embedded-process.ts'
import { person } from '../testing/people.ts'

/**
 * Rehearses what docs/operations/restore-to-a-point-in-time.md says of a point in time, with what PostgreSQL itself brings: a base copy, its log kept elsewhere, and
 * the whole database as it was a moment before somebody's mistake.
 */

vi.setConfig({ testTimeout: 120_000 })

const log = pino({ level: 'silent' })
const secrets = createSecrets({ SECRET_KEY: `a:${Buffer.alloc(32, 3).toString('base64')}`, DATA_DIR: '/nowhere' })
const clock = { now: () => Date.now() }

function folderOf(name: string): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), `toptrader-${name}-`))
  chmodSync(folder, 0o755)
  return folder
}

/** Rows and a sum of hashes of each table. */
async function contentOf(sql: Sql): Promise<Record<string, string>> {
  const tables = await sql<
    { name: string }[]
  >`select tablename as name from pg_tables where schemaname = 'public' order by 1`
  const content: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await sql<{ content: string }[]>`
      select count(*) || ' rows, ' || coalesce(sum(hashtextextended(each::text, 0)), 0) as content from ${sql(name)} as each`
    content[name] = row?.content ?? ''
  }
  return content
}

const momentOf = async (sql: Sql) => {
  // Commits of one millisecond would be on either side.
  await sleep(50)
  const [row] = await sql<{ moment: string }[]>`select clock_timestamp()::text as moment`
  await sleep(50)
  return row?.moment ?? ''
}

test('a base copy and the archived log bring back the moment before a mistake, table by table', async () => {
  const [lived, archive, restored] = [folderOf('lived'), folderOf('archive'), folderOf('restored')]
  onTestFinished(async () => {
    for (const folder of [lived, restored]) await destroyFolder(folder)
    rmSync(archive, { recursive: true, force: true })
  })
  // PostgreSQL writes there, as a user of its own where we are root.
  chmodSync(archive, 0o777)
  const archiving = {
    archive_mode: 'on',
    wal_level: 'replica',
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f`,
  }
  const first = await startEmbeddedPostgres(lived, log, archiving)
  const { sql, close } = connectDatabase(first.address, { max: 4, patient: true })
  await migrate(first.address)
  const kernel = { sql, clock, secrets }
  for (let each = 0; each < 20; each++) await person(kernel, `prima_${each}`)

  // People go on registering while the copy is made.
  let isCopying = true
  const meanwhile = (async () => {
    for (let each = 0; isCopying; each++) await person(kernel, `durante_${each}`)
  })()
  const { home: livedHome } = await findHome(lived)
  const { home } = await findHome(restored)
  const copy = join(home, 'cluster')
  await sql.reserve().then(async (session) => {
    await session`select pg_backup_start('rehearsal', true)`
    execFileSync('cp', ['-a', join(livedHome, 'cluster'), copy])
    await sleep(300)
    const [label] = await session<{ labelfile: string }[]>`select labelfile from pg_backup_stop()`
    session.release()
    writeFileSync(join(copy, 'backup_label'), label?.labelfile ?? '')
  })
  isCopying = false
  await meanwhile
  for (const left of ['postmaster.pid', 'postmaster.opts']) rmSync(join(copy, left), { force: true })
  rmSync(join(copy, 'pg_wal'), { recursive: true })
  mkdirSync(join(copy, 'pg_wal'), { mode: 0o700 })

  for (let each = 0; each < 20; each++) await person(kernel, `dopo_${each}`)
  const good = await contentOf(sql)
  const moment = await momentOf(sql)
  await sql`delete from session`
  await sql`delete from trader where username like 'd%'`
  await person(kernel, 'troppo_tardi')
  const [ended] = await sql<{ file: string }[]>`select pg_walfile_name(pg_switch_wal()) as file`
  await vi.waitFor(
    async () => {
      const [row] = await sql<{ last: string }[]>`select last_archived_wal as last from pg_stat_archiver`
      expect((row?.last ?? '') >= (ended?.file ?? '~')).toBe(true)
    },
    { timeout: 20_000, interval: 50 },
  )
  await close()
  await first.stop()
  rmSync(livedHome, { recursive: true })

  writeFileSync(join(copy, 'recovery.signal'), '')
  const { uid, gid } = statSync(copy)
  for (const made of ['backup_label', 'recovery.signal', 'pg_wal'])
    execFileSync('chown', [`${uid}:${gid}`, join(copy, made)])
  const second = await startEmbeddedPostgres(restored, log, {
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: moment,
    recovery_target_action: 'promote',
  })
  const again = connectDatabase(second.address, { max: 1, patient: true })
  await vi.waitFor(
    async () =>
      expect(await again.sql`select pg_is_in_recovery() as is_recovering`).toEqual([{ is_recovering: false }]),
    { timeout: 60_000, interval: 50 },
  )
  expect(await contentOf(again.sql)).toEqual(good)
  expect(good['trader']).toMatch(/^\d{2,} rows, -?\d{5,}$/)
  const late = await again.sql`select from trader where username = 'troppo_tardi'`
  expect(late).toEqual([])
  const during = await again.sql`select from trader where username like 'durante%'`
  expect(during.length).toBeGreaterThan(0)
  // It is a database again, that takes the next migration and the next person.
  expect(await migrate(second.address)).toEqual([])
  await person({ ...kernel, sql: again.sql }, 'di_nuovo')
  await again.close()
  await second.stop()
})
