import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { fail, Failure } from '#server/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import type { Storage } from '#server/storage.ts'
import { instantText } from '#shared/dates.ts'
import { backupName } from '../../rules.ts'
import { dump, type BackupTotals } from './archive/dump.ts'
import { backupLocks, withLock } from './lock.ts'
import type { BackupStore } from './store/store.ts'
import { newSeal, seal, type FileSeal } from './archive/sealing.ts'

export interface MadeBackup extends BackupTotals {
  name: string
  made_at: string
  bytes: number
  duration_ms: number
  /** Opens the file while this process lives, also where its key is kept elsewhere. */
  seal: FileSeal
}

const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/**
 * Writes one backup: a stream from the database's snapshot to the disk, of which a few pieces at a time are in memory. Nothing of it stays
 * where it fails.
 * @param known writes down what was made, before anybody else may make the next one
 * @throws Failure BACKUP_RUNNING, BACKUP_FULL
 */
export async function makeBackup(
  { address, config, clock, secrets }: Pick<Kernel, 'address' | 'config' | 'clock' | 'secrets'>,
  { store, storage, signal }: { store: BackupStore; storage: Storage; signal: AbortSignal },
  known: (made: MadeBackup) => Promise<void>,
): Promise<MadeBackup> {
  const startedAt = performance.now()
  const made = await withLock(address, backupLocks.make, async (session) => {
    // Nobody else writes now: these are of servers that ended in the middle.
    await store.removeDrafts()
    const now = Math.floor(clock.now())
    const name = backupName(now, randomBytes(4).toString('hex'))
    const at = instantText(now)
    const fileSeal = newSeal(secrets, config.BACKUP_PUBLIC_KEY)
    let totals: BackupTotals = { tables: 0, rows: 0, files: 0 }
    const onEnd = (found: BackupTotals) => (totals = found)
    const draft = await store.draft(name)
    try {
      const plain = Readable.from(dump({ session, storage, at, onEnd }), { objectMode: false })
      const sealed = (packed: AsyncIterable<Buffer>) => seal(packed, fileSeal)
      await Promise.race([pipeline(plain, createZstdCompress(), sealed, draft.stream, { signal }), endOf(signal)])
      const { bytes } = await draft.commit()
      const done = { name, made_at: at, bytes, ...totals, seal: fileSeal }
      const whole = { ...done, duration_ms: Math.round(performance.now() - startedAt) }
      await known(whole)
      return whole
    } catch (error) {
      await draft.discard()
      throw error
    }
  }).catch(sayFull)
  return made ?? fail('BACKUP_RUNNING')
}

/** Rejects once the server stops: whatever is being waited for then, the database's answer or a file, ends with its connection. */
function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const end = () => reject(signal.reason as Error)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
}

function sayFull(error: unknown): never {
  if (error instanceof Failure) throw error
  if (error instanceof Error && fullCodes.has(String((error as NodeJS.ErrnoException).code))) fail('BACKUP_FULL')
  throw error
}
