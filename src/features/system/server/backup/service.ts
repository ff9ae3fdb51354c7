import { recordAudit, type Actor } from '#server/audit.ts'
import { isDatabaseAway } from '#server/database.ts'
import { fail, Failure } from '#server/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { createStorage, type Storage } from '#server/storage.ts'
import { instantText } from '#shared/dates.ts'
import { lastDue, lateMs, madeAt, outlived } from '../../rules.ts'
import { tellLate, tellNotMade, tellNotRestorable } from './alerts.ts'
import { makeBackup, type Made } from './make.ts'
import { openPlace } from './store/bucket.ts'
import type { BackupPlace } from './store/folder.ts'
import { forgetBackups, insertBackup, knownBackups, lastOnes, markVerified, type KnownBackup } from './queries.ts'
import type { FileSeal } from './archive/sealing.ts'
import { verify } from './verify.ts'

export interface ListedBackup {
  name: string
  bytes: number
  made_at: string
  /** Null of a file that this database does not know: another one was restored meanwhile. */
  known: KnownBackup | null
}

/** The backups of this installation. */
export interface Backups {
  /**
   * Makes one now; it is restored for proof right after, without being waited for.
   * @throws Failure BACKUP_RUNNING, BACKUP_FULL
   */
  make: (by: Actor | null) => Promise<Made>
  /** Newest first. */
  list: () => Promise<ListedBackup[]>
  read: BackupPlace['read']
  /** Makes the one that is due, restores for proof what was not yet, removes what is too old, and says what is amiss. For a job. */
  tend: () => Promise<void>
  /** Waits for what goes on behind the calls. */
  settled: () => Promise<void>
  /** Breaks off what goes on; nothing half done stays. */
  close: () => Promise<void>
}

/** Where they lie and what is in them, other than the product's own for tests of a bad day. */
interface Parts {
  place?: BackupPlace
  storage?: Storage
}

export function createBackups(kernel: Kernel, parts: Parts = {}): Backups {
  const { sql, clock, log, secrets, address, config } = kernel
  const place = parts.place ?? openPlace(config)
  const storage = parts.storage ?? createStorage(config)
  const closing = new AbortController()
  let behind: Promise<void> = Promise.resolve()

  async function make(by: Actor | null): Promise<Made> {
    try {
      const made = await makeBackup(kernel, { place, storage, signal: closing.signal }, async (done) => {
        await sql.begin(async (tx) => {
          await insertBackup(tx, done)
          const details = { backup_filename: done.name, bytes: done.bytes }
          await recordAudit(tx, by, { action: 'system.backup', subject: null, details, at: done.made_at })
        })
      })
      const { seal, ...told } = made
      log.info({ backup: told }, 'backup made')
      behind = behind.then(() => verifyOne(made.name, seal))
      return made
    } catch (error) {
      if (error instanceof Failure && error.code === 'BACKUP_RUNNING') throw error
      if (!closing.signal.aborted) {
        log.error({ err: error }, 'backup not made')
        await tellNotMade(kernel, error)
      }
      throw error
    }
  }

  /** @param fresh of a file that was sealed by this process */
  async function verifyOne(name: string, fresh?: FileSeal): Promise<void> {
    if (closing.signal.aborted) return
    try {
      const file = await place.read(name)
      if (file === null) return
      closing.signal.addEventListener('abort', () => file.stream.destroy(), { once: true })
      const opener = { secrets, fresh }
      const verdict = await verify(address, file.stream as AsyncIterable<Buffer>, opener)
      file.stream.destroy()
      if (verdict === null) return
      const now = Math.floor(clock.now())
      if (verdict.state === 'verified') {
        await markVerified(sql, name, { at: now, verification: null })
        log.info({ backup: name }, 'backup restored for proof')
        return
      }
      await markVerified(sql, name, { at: null, verification: verdict.state })
      if (verdict.state === 'failed') {
        log.error({ backup: name, fault: verdict.fault }, 'backup does not restore')
        await tellNotRestorable(kernel, name, verdict.fault)
      }
    } catch (error) {
      if (!closing.signal.aborted) log.error({ err: error, backup: name }, 'backup not restored for proof, later again')
    }
  }

  async function list(): Promise<ListedBackup[]> {
    const known = new Map((await knownBackups(sql)).map((row) => [row.name, row]))
    const stored = await place.list()
    return stored
      .map(({ name, bytes }) => ({
        name,
        bytes,
        made_at: instantText(madeAt(name) ?? 0),
        known: known.get(name) ?? null,
      }))
      .toSorted((a, b) => (a.name < b.name ? 1 : -1))
  }

  /** Files first: what is forgotten must be gone. */
  async function removeOutlived(now: number): Promise<void> {
    // Read before the files: one that is made right now is in neither.
    const known = await knownBackups(sql)
    const stored = (await place.list()).map(({ name }) => name)
    const gone = outlived(stored, now)
    for (const name of gone) await place.remove(name)
    const kept = new Set(stored.filter((name) => !gone.includes(name)))
    await forgetBackups(
      sql,
      known.map(({ name }) => name).filter((name) => !kept.has(name)),
    )
    if (gone.length > 0) log.info({ backups: gone }, 'old backups removed')
  }

  async function tend(): Promise<void> {
    const now = Math.floor(clock.now())
    const { made } = await lastOnes(sql)
    // Room first.
    await removeOutlived(now)
    if (made === null || made < lastDue(now)) await make(null).catch(passBy)
    await behind
    for (const { name, verified_at: verifiedAt, verification } of await knownBackups(sql)) {
      if (verifiedAt === null && verification === null) await verifyOne(name)
    }
    const last = await lastOnes(sql)
    const since = last.made ?? last.since
    if (since !== null && now - since > lateMs) await tellLate(kernel, last.made)
  }

  /** Told already; the next hour tries again. */
  function passBy(error: unknown): void {
    if (isDatabaseAway(error)) log.warn({ err: error }, 'database away during a backup')
  }

  return {
    make,
    list,
    tend,
    read: async (name) => (madeAt(name) === null ? null : place.read(name)),
    settled: () => behind,
    async close() {
      closing.abort(new Error('the server stops'))
      await behind
    },
  }
}

/** @throws Failure BACKUP_NOT_FOUND */
export async function readBackup(backups: Backups, name: string) {
  return (await backups.read(name)) ?? fail('BACKUP_NOT_FOUND')
}
