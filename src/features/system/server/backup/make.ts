import { randomBytes } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { fail, Failure } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import type { Storage } from '#server/files/storage.ts'
import { instantText } from '#shared/dates.ts'
import { backupName } from '../../rules.ts'
import type { BackupTotals } from './archive/contents.ts'
import { dump } from './archive/dump.ts'
import { newEncryption } from './archive/encryption.ts'
import { packArchive } from './archive/tar.ts'
import { backupLocks, withLock } from './lock.ts'
import type { BackupStore } from './store/store.ts'

export interface MadeBackup extends BackupTotals {
  name: string
  made_at: string
  bytes: number
  duration_ms: number
  /** Opens the file where the server has only a public key. Lives as long as this process. */
  identity: string | undefined
}

const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/**
 * Writes one backup: a stream from the database's snapshot to the disk, of which a few pieces at a time are in memory. After a failure
 * nothing of it stays.
 * @param record stores what was made, before the next backup may begin
 * @throws Failure BACKUP_RUNNING, BACKUP_FULL
 */
export async function makeBackup(
  { address, config, clock, secrets }: Pick<Kernel, 'address' | 'config' | 'clock' | 'secrets'>,
  { store, storage, signal }: { store: BackupStore; storage: Storage; signal: AbortSignal },
  record: (made: MadeBackup) => Promise<void>,
): Promise<MadeBackup> {
  const startedAt = performance.now()
  const made = await withLock(address, backupLocks.make, async (session) => {
    // Under the lock no other process writes: these are drafts of servers that ended in the middle.
    await store.removeDrafts()
    const now = Math.floor(clock.now())
    const name = backupName(now, randomBytes(4).toString('hex'))
    const at = instantText(now)
    const { encrypt, identity } = await newEncryption(secrets, config.BACKUP_PUBLIC_KEY)
    let totals: BackupTotals = { tables: 0, rows: 0, files: 0 }
    const onEnd = (found: BackupTotals) => (totals = found)
    const draft = await store.draft(name)
    try {
      const archive = packArchive(dump({ session, storage, at, onEnd }), new Date(now))
      await Promise.race([pipeline(archive, createZstdCompress(), encrypt, draft.stream, { signal }), endOf(signal)])
      const { bytes } = await draft.commit()
      const duration = Math.round(performance.now() - startedAt)
      const done = { name, made_at: at, bytes, duration_ms: duration, ...totals, identity }
      await record(done)
      return done
    } catch (error) {
      await draft.discard()
      throw error
    }
  }).catch(translateFull)
  return made ?? fail('BACKUP_RUNNING')
}

/** Rejects once the server stops. A wait for the database or for a file ends with its connection. */
function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const end = () => reject(signal.reason as Error)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
}

function translateFull(error: unknown): never {
  if (error instanceof Failure) throw error
  if (error instanceof Error && fullCodes.has(String((error as NodeJS.ErrnoException).code))) fail('BACKUP_FULL')
  throw error
}
