import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { auditBrokenAt } from '#server/audit-chain.ts'
import { recordAudit } from '#server/audit.ts'
import { connectDatabase, isDatabaseAway, type Sql } from '#server/database/database.ts'
import { createStorage, type Storage } from '#server/files/storage.ts'
import { asOwner, testDatabase } from '#server/testing/database.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { restoreInto } from '../../testing/backups.ts'
import { backupFolder } from './store/folder.ts'
import type { BackupStore } from './store/store.ts'
import { openBackupStore } from './store/open.ts'
import { createBackups } from './service.ts'
import { backupLocks } from './lock.ts'

const kernel = await testKernel()
const { sql, config, address } = kernel
await kernel.outbox.close()
const folder = join(config.DATA_DIR, 'backups')
const backups = createBackups(kernel)
const moment = await testDatabase({ empty: true })
const codeOf = (error: unknown) => (error as { code?: string }).code
const files = () => (existsSync(folder) ? readdirSync(folder) : [])
const alerts = () => sql<{ subject: string; body: string }[]>`select subject, body from outbox order by created_at`

/** Uploads whose listing waits for `release`. */
function blockedStorage(): { storage: Storage; reached: Promise<void>; release: () => void } {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const storage: Storage = {
    ...createStorage(config),
    // oxlint-disable-next-line require-yield -- nothing was uploaded
    async *list() {
      reached.resolve()
      await released.promise
    },
  }
  return { storage, reached: reached.promise, release: released.resolve }
}

/** A disk that is full after this many bytes. */
function fullPlace(room: number): BackupStore {
  return {
    ...backupFolder(folder),
    async draft(name) {
      const draft = await backupFolder(folder).draft(name)
      let left = room
      const stream = new Writable({
        write(chunk: Buffer, _encoding, done) {
          left -= chunk.length
          if (left < 0) done(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
          else draft.stream.write(chunk, done)
        },
        final: (done) => void draft.stream.end(done),
        destroy(error, done) {
          draft.stream.destroy()
          done(error)
        },
      })
      return { ...draft, stream }
    },
  }
}

test('tables that change during the backup are of one moment', async () => {
  const writers = connectDatabase(address, { max: 4 })
  let isWriting = true
  const begun = [0, 1, 2, 3].map(() => Promise.withResolvers<void>())
  // Each transaction writes both tables, in alternating order: at any moment they have the same number of rows.
  const writing = begun.map(async (first, writer) => {
    for (let number = 0; isWriting; number += 1) {
      const key = `${writer}:${number}`
      await writers.sql.begin(async (tx) => {
        const rows = [
          () => tx`insert into login_attempt values (${key}, 1, now(), now())`,
          () => tx`insert into mailbox_count (mailbox_hash, since, notices) values (sha256(${key}::bytea), now(), 1)`,
        ]
        for (const write of number % 2 === 0 ? rows : rows.toReversed()) await write()
        await recordAudit(tx, null, {
          action: 'user.restore',
          subject: null,
          details: { key },
          at: new Date().toISOString(),
        })
      })
      first.resolve()
    }
  })
  await Promise.all(begun.map(({ promise }) => promise))
  const { name } = await backups.make(null)
  isWriting = false
  await Promise.all(writing)
  await writers.close()
  await restoreInto(moment.address, kernel, name)
  const counted = (of: Sql) => of<{ attempts: number; counts: number; lines: number }[]>`
    select (select count(*) from login_attempt) as attempts, (select count(*) from mailbox_count) as counts,
           (select count(*) from audit_log where action = 'user.restore') as lines`
  const [then] = await counted(moment.sql)
  const [now] = await counted(sql)
  expect(then).toEqual({ attempts: then?.attempts, counts: then?.attempts, lines: then?.attempts })
  expect(then?.attempts).toBeGreaterThan(0)
  expect(now?.attempts).toBeGreaterThan(then?.attempts ?? 0)
  expect(await auditBrokenAt(moment.sql)).toBe(null)
  await backups.idle()
  expect(await sql`select from backup where verified_at is null`).toHaveLength(0)
})

test('one at a time, over all instances', async () => {
  const { storage, reached, release } = blockedStorage()
  const first = createBackups(kernel, { storage }).make(null)
  await reached
  const second = await createBackups(kernel)
    .make(null)
    .catch((error: unknown) => error)
  expect(codeOf(second)).toBe('BACKUP_RUNNING')
  release()
  expect((await first).files).toBe(0)
  expect((await backups.make(null)).name).toMatch(/^toptrader-/)
  await backups.idle()
  // A second press of the button does not alert the admins.
  expect(await alerts()).toEqual([])
})

test('on a full disk the answer says so, nothing stays, and admins are alerted once a day', async () => {
  const before = files()
  for (const room of [0, 100, 3_000, 5_000]) {
    const error = await createBackups(kernel, { store: fullPlace(room) })
      .make(null)
      .catch((reason: unknown) => reason)
    expect(codeOf(error)).toBe('BACKUP_FULL')
    expect((error as Error).message).toContain('Lo spazio per i backup è esaurito')
  }
  expect(files()).toEqual(before)
  const sent = await alerts()
  expect(sent.map(({ subject }) => subject)).toEqual(['TopTrader: il backup non è riuscito'])
  expect(sent[0]?.body).toContain('lo spazio è esaurito')
  await sql`delete from outbox`
  expect((await backups.make(null)).bytes).toBeGreaterThan(5_000)
  await backups.idle()
})

test('a draft that is discarded while the disk still writes it', async () => {
  const before = files()
  const draft = await backupFolder(folder).draft('toptrader-20261122T090000Z-00000000.backup')
  draft.stream.write(Buffer.alloc(1e6))
  await once(draft.stream, 'open')
  draft.stream.destroy()
  await draft.discard()
  expect(files()).toEqual(before)
})

test('a folder that cannot be written', async () => {
  const blocked = join(config.DATA_DIR, 'a-file')
  writeFileSync(blocked, '')
  const error = await createBackups(kernel, { store: backupFolder(blocked) })
    .make(null)
    .catch((reason: unknown) => reason)
  expect(['EEXIST', 'ENOTDIR']).toContain(codeOf(error))
  expect((await alerts())[0]?.body).toContain('per un errore')
  await sql`delete from outbox`
})

test('a connection that is lost in the middle ends the backup, since the rest would be of another moment', async () => {
  const before = files()
  await sql`
    insert into login_attempt select 'long:' || i || (select string_agg(md5(i || ':' || k), '') from generate_series(1, 30) as k), 1, now(), now()
      from generate_series(1, 5000) as i`
  const [reached, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow: BackupStore = {
    ...backupFolder(folder),
    async draft(name) {
      const draft = await backupFolder(folder).draft(name)
      const stream = new Writable({
        highWaterMark: 1,
        write(chunk: Buffer, _encoding, done) {
          reached.resolve()
          void gone.promise.then(() => draft.stream.write(chunk, done))
        },
        destroy(error, done) {
          draft.stream.destroy()
          done(error)
        },
      })
      return { ...draft, stream }
    },
  }
  const lost = createBackups(kernel, { store: slow })
    .make(null)
    .catch((error: unknown) => error)
  await reached.promise
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'toptrader backup'`
  gone.resolve()
  expect(isDatabaseAway(await lost)).toBe(true)
  expect(files()).toEqual(before)
  await sql`delete from outbox`
  await sql`delete from login_attempt where subject like 'long:%'`
})

test('a verification waits for that of another instance, and is recorded', async () => {
  const other = connectDatabase(address, { max: 1 })
  const session = await other.sql.reserve()
  await session`select pg_advisory_lock(${backupLocks.verify})`
  const { name } = await backups.make(null)
  // Longer than the lock of a lost connection lasts.
  const waiting = () =>
    asOwner(
      kernel,
      (own) => own`
        select from pg_stat_activity
         where datname = current_database() and application_name like 'toptrader backup%'
           and query like '%pg_try_advisory_lock%' and now() - backend_start > interval '1 second'`,
    )
  await expect.poll(waiting, { timeout: 5_000 }).toHaveLength(1)
  session.release()
  await other.close()
  await backups.idle()
  expect(await sql`select from backup where name = ${name} and verified_at is not null`).toHaveLength(1)
})

test('a server that stops ends its wait for another verification', async () => {
  const other = connectDatabase(address, { max: 1 })
  const session = await other.sql.reserve()
  await session`select pg_advisory_lock(${backupLocks.verify})`
  const stopping = createBackups(kernel)
  const { name } = await stopping.make(null)
  await stopping.close()
  session.release()
  await other.close()
  expect(await sql`select from backup where name = ${name} and verified_at is null`).toHaveLength(1)
  await sql`delete from backup where name = ${name}`
})

test('a server that stops cancels its backup, and nothing of it stays', async () => {
  const before = files()
  const { storage, reached } = blockedStorage()
  const stopping = createBackups(kernel, { storage })
  const broken = stopping.make(null).catch((error: unknown) => error)
  await reached
  await stopping.close()
  expect(await broken).toBeInstanceOf(Error)
  expect(files()).toEqual(before)
  expect(await alerts()).toEqual([])
})

test('the draft and the scratch databases of a killed server are removed, those of another installation stay', async () => {
  const other = 'toptrader_check_000000000000_other'
  const [row] = await sql<{ prefix: string }[]>`
    select 'toptrader_check_' || left(encode(sha256(current_database()::bytea), 'hex'), 12) || '_' as prefix`
  await asOwner(kernel, (own) => own.unsafe(`create database "${row?.prefix}dead"`))
  await asOwner(kernel, (own) => own.unsafe(`create database "${other}"`))
  writeFileSync(join(folder, 'toptrader-20261122T100000Z-00000000.backup.part'), 'half')
  const { name } = await backups.make(null)
  await backups.idle()
  expect(files().filter((file) => file.endsWith('.part'))).toEqual([])
  // Other test files have scratch databases of their own in the same cluster.
  const left = await sql`
    select datname from pg_database where starts_with(datname, ${row?.prefix ?? ''}) or datname = ${other}`
  expect(left).toEqual([{ datname: other }])
  await asOwner(kernel, (own) => own.unsafe(`drop database "${other}"`))
  expect(await sql`select from backup where name = ${name} and verified_at is not null`).toHaveLength(1)
})

test('a folder with other files', async () => {
  mkdirSync(join(folder, 'toptrader-20261122T080000Z-00000000.backup'), { recursive: true })
  writeFileSync(join(folder, 'notes.txt'), 'x')
  const names = (await openBackupStore(config).list()).map(({ name }) => name)
  expect(names).not.toContain('notes.txt')
  expect(names).not.toContain('toptrader-20261122T080000Z-00000000.backup')
})
