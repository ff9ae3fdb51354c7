import type { Readable } from 'node:stream'
import { recordAudit, type Actor } from '#server/audit.ts'
import { isDatabaseAway } from '#server/database/database.ts'
import { fail, Failure } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { createStorage, type Storage } from '#server/files/storage.ts'
import { instantText } from '#shared/dates.ts'
import { expiredBackups, lastDue, madeAt, overdueMs } from '../../rules.ts'
import { alertNotMade, alertNotRestorable, alertOverdue } from './alerts.ts'
import { makeBackup, type MadeBackup } from './make.ts'
import {
  backupRows,
  deleteBackupRows,
  insertBackup,
  latestBackups,
  recordVerification,
  type BackupRow,
} from './queries.ts'
import { openBackupStore } from './store/open.ts'
import type { BackupStore } from './store/store.ts'
import { verifyBackup } from './verify.ts'

export interface ListedBackup {
  name: string
  bytes: number
  made_at: string
  /** Null when this database has no row of the file: it was restored from another backup since. */
  row: BackupRow | null
}

/** The backups of this installation. */
export interface Backups {
  /**
   * Makes a backup now. Its verification starts right after, and the caller does not wait for it.
   * @throws Failure BACKUP_RUNNING, BACKUP_FULL
   */
  make: (by: Actor | null) => Promise<MadeBackup>
  /** Newest first. */
  list: () => Promise<ListedBackup[]>
  read: BackupStore['read']
  /** Makes the backup that is due, verifies those that are not yet, removes expired ones and alerts the admins to problems. For a job. */
  runMaintenance: () => Promise<void>
  /** Resolves once no verification runs. */
  idle: () => Promise<void>
  /** Cancels running work. Nothing incomplete stays. */
  close: () => Promise<void>
}

/** Stores for backups and uploads in place of the installation's own: tests of errors use them. */
interface Parts {
  store?: BackupStore
  storage?: Storage
}

export function createBackups(kernel: Kernel, parts: Parts = {}): Backups {
  const { sql, clock, log, secrets, ownerAddress, config } = kernel
  const store = parts.store ?? openBackupStore(config)
  const storage = parts.storage ?? createStorage(config)
  const closing = new AbortController()
  let verification: Promise<void> = Promise.resolve()

  async function make(by: Actor | null): Promise<MadeBackup> {
    try {
      const made = await makeBackup(kernel, { store, storage, signal: closing.signal }, async (done) => {
        await sql.begin(async (tx) => {
          await insertBackup(tx, done)
          const details = { backup_filename: done.name, bytes: done.bytes }
          await recordAudit(tx, by, { action: 'system.backup', subject: null, details, at: done.made_at })
        })
      })
      const { identity, ...logged } = made
      log.info({ backup: logged }, 'backup made')
      void verifyInTurn(made.name, identity)
      return made
    } catch (error) {
      if (error instanceof Failure && error.code === 'BACKUP_RUNNING') throw error
      if (!closing.signal.aborted) {
        log.error({ err: error }, 'backup not made')
        await alertNotMade(kernel, error)
      }
      throw error
    }
  }

  /** @param identity opens a file that this process has just written */
  async function verify(name: string, identity?: string): Promise<void> {
    if (closing.signal.aborted) return
    try {
      const { signal } = closing
      const verdict = await verifyBackup(ownerAddress, () => readFile(name), { secrets, identity }, signal)
      if (verdict === null) return
      const now = Math.floor(clock.now())
      if (verdict.state === 'verified') {
        await recordVerification(sql, name, { at: now, verification: null })
        log.info({ backup: name }, 'backup verified')
        return
      }
      await recordVerification(sql, name, { at: null, verification: verdict.state })
      if (verdict.state === 'failed') {
        log.error({ backup: name, reason: verdict.reason }, 'backup does not restore')
        await alertNotRestorable(kernel, name, verdict.reason)
      }
    } catch (error) {
      if (!closing.signal.aborted)
        log.error({ err: error, backup: name }, 'backup not verified, the next run tries again')
    }
  }

  /** One after the other, so that `idle` knows of all. */
  function verifyInTurn(name: string, identity?: string): Promise<void> {
    verification = verification.then(() => verify(name, identity))
    return verification
  }

  /** The bytes of a backup until the server stops; null where it is gone. */
  async function readFile(name: string): Promise<Readable | null> {
    const file = await store.read(name)
    if (file === null) return null
    closing.signal.addEventListener('abort', () => file.stream.destroy(), { once: true })
    return file.stream
  }

  async function list(): Promise<ListedBackup[]> {
    const rows = new Map((await backupRows(sql)).map((row) => [row.name, row]))
    const stored = await store.list()
    return stored
      .map(({ name, bytes }) => ({
        name,
        bytes,
        made_at: instantText(madeAt(name) ?? 0),
        row: rows.get(name) ?? null,
      }))
      .toSorted((a, b) => (a.name < b.name ? 1 : -1))
  }

  /** Removes files before rows: a row may go only after its file. */
  async function removeExpired(now: number): Promise<void> {
    // Rows are read before files: a backup that is being made is in neither.
    const rows = await backupRows(sql)
    const stored = (await store.list()).map(({ name }) => name)
    const expired = expiredBackups(stored, now)
    for (const name of expired) await store.remove(name)
    const remaining = new Set(stored.filter((name) => !expired.includes(name)))
    await deleteBackupRows(
      sql,
      rows.map(({ name }) => name).filter((name) => !remaining.has(name)),
    )
    if (expired.length > 0) log.info({ backups: expired }, 'expired backups removed')
  }

  async function runMaintenance(): Promise<void> {
    const now = Math.floor(clock.now())
    const { made } = await latestBackups(sql)
    // Expired backups go first: they make room.
    await removeExpired(now)
    if (made === null || made < lastDue(now)) await make(null).catch(logAbsence)
    await verification
    for (const row of await backupRows(sql)) {
      if (row.verified_at === null && row.verification === null) await verifyInTurn(row.name)
    }
    const last = await latestBackups(sql)
    const since = last.made ?? last.since
    if (since !== null && now - since > overdueMs) await alertOverdue(kernel, last.made)
  }

  /** The admins are alerted already, and the next run tries again. */
  function logAbsence(error: unknown): void {
    if (isDatabaseAway(error)) log.warn({ err: error }, 'database away during a backup')
  }

  return {
    make,
    list,
    runMaintenance,
    read: async (name) => (madeAt(name) === null ? null : store.read(name)),
    idle: () => verification,
    async close() {
      closing.abort(new Error('the server stops'))
      await verification
    },
  }
}

/** @throws Failure BACKUP_NOT_FOUND */
export async function readBackup(backups: Backups, name: string) {
  return (await backups.read(name)) ?? fail('BACKUP_NOT_FOUND')
}
