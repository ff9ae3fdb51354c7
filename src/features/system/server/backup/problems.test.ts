import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { auditBrokenAt } from '#server/audit-chain.ts'
import { recordAudit } from '#server/audit.ts'
import { connectDatabase, isDatabaseAway, type Sql } from '#server/database.ts'
import { createStorage, type Storage } from '#server/storage.ts'
import { testDatabase } from '#server/testing/database.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { openGate } from '#server/testing/tcp.ts'
import { restoreInto } from '../../testing/restored.ts'
import { backupFolder } from './store/folder.ts'
import type { BackupStore } from './store/store.ts'
import { openBackupStore } from './store/open.ts'
import { createBackups } from './service.ts'

const kernel = await testKernel()
const { sql, config, address } = kernel
await kernel.outbox.close()
const folder = join(config.DATA_DIR, 'backups')
const backups = createBackups(kernel)
const moment = await testDatabase({ empty: true })
const codeOf = (error: unknown) => (error as { code?: string }).code
const files = () => (existsSync(folder) ? readdirSync(folder) : [])
/** Ours, and one that a test names: other test files make their own in the same cluster. */
const scratches = () => sql`
  select datname from pg_database
   where starts_with(datname, 'toptrader_check_' || left(encode(sha256(current_database()::bytea), 'hex'), 12) || '_')
      or datname = 'toptrader_check_000000000000_other'`
const alerts = () => sql<{ subject: string; body: string }[]>`select subject, body from outbox order by created_at`

/** Uploads whose listing waits until it is let go. */
function heldStorage(): { storage: Storage; reached: Promise<void>; letGo: () => void } {
  const [reached, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const storage: Storage = {
    ...createStorage(config),
    // oxlint-disable-next-line require-yield -- nothing was uploaded
    async *list() {
      reached.resolve()
      await gone.promise
    },
  }
  return { storage, reached: reached.promise, letGo: gone.resolve }
}

/** A disk on which nothing fits any more after so many bytes. */
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

test('one moment of tables that change while they are read', async () => {
  const writers = connectDatabase(address, { max: 4 })
  let isWriting = true
  // Each transaction writes both tables, in turns one or the other first: in any one moment they have as many rows.
  const writing = [0, 1, 2, 3].map(async (writer) => {
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
    }
  })
  await sleep(100)
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

test('one at a time, on however many instances', async () => {
  const { storage, reached, letGo } = heldStorage()
  const first = createBackups(kernel, { storage }).make(null)
  await reached
  const second = await createBackups(kernel)
    .make(null)
    .catch((error: unknown) => error)
  expect(codeOf(second)).toBe('BACKUP_RUNNING')
  letGo()
  expect((await first).files).toBe(0)
  expect((await backups.make(null)).name).toMatch(/^toptrader-/)
  await backups.idle()
  // That somebody pressed twice is nothing to call admins for.
  expect(await alerts()).toEqual([])
})

test('a disk that is full: said so, nothing left over, and admins are called once a day', async () => {
  const before = files()
  for (const room of [0, 100, 3_000, 5_000]) {
    const error = await createBackups(kernel, { store: fullPlace(room) })
      .make(null)
      .catch((fault: unknown) => fault)
    expect(codeOf(error)).toBe('BACKUP_FULL')
    expect((error as Error).message).toContain('Lo spazio per i backup è esaurito')
  }
  expect(files()).toEqual(before)
  const told = await alerts()
  expect(told.map(({ subject }) => subject)).toEqual(['TopTrader: il backup non è riuscito'])
  expect(told[0]?.body).toContain('lo spazio è esaurito')
  await sql`delete from outbox`
  expect((await backups.make(null)).bytes).toBeGreaterThan(5_000)
  await backups.idle()
})

test('a draft that is thrown away while the disk still writes it', async () => {
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
    .catch((fault: unknown) => fault)
  expect(['EEXIST', 'ENOTDIR']).toContain(codeOf(error))
  expect((await alerts())[0]?.body).toContain('per un errore')
  await sql`delete from outbox`
})

test('a connection that is lost in the middle ends the backup, instead of going on outside its moment', async () => {
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
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'toptrader backup'`
  gone.resolve()
  expect(isDatabaseAway(await lost)).toBe(true)
  expect(files()).toEqual(before)
  await sql`delete from outbox`
  await sql`delete from login_attempt where subject like 'long:%'`
})

test('a server that stops breaks its backup off; one that is killed leaves rests that the next one sweeps', async () => {
  const before = files()
  const { storage, reached } = heldStorage()
  const stopping = createBackups(kernel, { storage })
  const broken = stopping.make(null).catch((error: unknown) => error)
  await reached
  await stopping.close()
  expect(await broken).toBeInstanceOf(Error)
  expect(files()).toEqual(before)
  expect(await alerts()).toEqual([])

  // Enough for the kill to come in the middle.
  await sql`insert into login_attempt select 'many:' || i || md5(i::text), 1, now(), now() from generate_series(1, 300000) as i`
  const gate = await openGate(address)
  const child = spawn(process.execPath, ['scripts/backup.ts'], {
    env: {
      ...process.env,
      DATA_DIR: config.DATA_DIR,
      DATABASE_URL: gate.url,
      SECRET_KEY: config.SECRET_KEY,
      PAYMENTS_PROVIDER: 'sandbox',
    },
    stdio: 'ignore',
  })
  while (!files().some((name) => name.endsWith('.part'))) await sleep(5)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(files().some((name) => name.endsWith('.part'))).toBe(true)
  const left = `${(await scratchName()) ?? ''}dead`
  await sql.unsafe(`create database "${left}"`)
  await sql.unsafe(`create database "toptrader_check_000000000000_other"`)
  gate.cut()
  let made: { name: string } | null = null
  while (made === null) made = await backups.make(null).catch(() => sleep(50).then(() => null))
  await backups.idle()
  expect(files().filter((name) => name.endsWith('.part'))).toEqual([])
  // Another installation's is left alone.
  expect(await scratches()).toEqual([{ datname: 'toptrader_check_000000000000_other' }])
  await sql.unsafe(`drop database "toptrader_check_000000000000_other"`)
  expect(await sql`select from backup where name = ${made.name} and verified_at is not null`).toHaveLength(1)
})

/** How scratch databases of this installation begin. */
async function scratchName(): Promise<string | undefined> {
  const [row] = await sql<{ name: string }[]>`
    select 'toptrader_check_' || left(encode(sha256(current_database()::bytea), 'hex'), 12) || '_' as name`
  return row?.name
}

test('a folder that holds other things', async () => {
  mkdirSync(join(folder, 'toptrader-20261122T080000Z-00000000.backup'), { recursive: true })
  writeFileSync(join(folder, 'notes.txt'), 'x')
  const names = (await openBackupStore(config).list()).map(({ name }) => name)
  expect(names).not.toContain('notes.txt')
  expect(names).not.toContain('toptrader-20261122T080000Z-00000000.backup')
})
