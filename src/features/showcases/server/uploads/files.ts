import { randomBytes } from 'node:crypto'
import type { Transaction } from '#server/database/database.ts'
import { fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { pruneFiles, unnamedRetentionMs, type Storage } from '#server/files/storage.ts'
import { HOUR_MS, instantText } from '#shared/dates.ts'
import { fields } from '../../rules/fields.ts'
import { fileOf, partsOf, type FileKind } from '../../rules/files.ts'
import {
  deleteFile,
  fileKeys,
  hasFile,
  insertFile,
  isNamed,
  lockFile,
  lockOwnFiles,
  lockUploader,
  replaceableFiles,
  storedFiles,
  unnamedFiles,
  type StoredFile,
} from './file-queries.ts'

/**
 * Files of showcases: a row each, and its parts in the store. The row comes before the parts and goes before them: an interrupted
 * upload leaves a row or parts that `reconcileShowcaseFiles` finds. `docs/operations/database-and-files.md`.
 */

/** Files of one version at most: portrait, cover, pictures and those of testimonials; the document. */
const ofVersion: Record<FileKind, number> = {
  image: 2 + fields.content.promotional_images.most + fields.testimonials.most,
  pdf: 1,
}
/** Three versions name 33 at most and an open editor shows 11 more: no owner meets this number. `docs/decisions/015`. */
const FILES_MAX = 80
const FILES_BYTES_MAX = 100 * 1024 * 1024
/** How long the newest unnamed files stay where the quota is used up, since an open editor may show them. Older ones are replaced. */
const editingMs = HOUR_MS

type Parts = ReadonlyMap<string, Uint8Array>

/**
 * Stores a file of a trader under a random name: it is found only by a page that shows it.
 * @param parts made for the key, by their names in the store
 * @returns the key
 * @throws Failure UPLOAD_QUOTA, STORAGE_FULL, UNAUTHENTICATED where the trader is gone meanwhile
 */
export async function storeFile(
  kernel: Kernel,
  storage: Storage,
  traderId: string,
  { kind, name, parts }: { kind: FileKind; name: string; parts: (key: string) => Parts },
): Promise<string> {
  const { sql, clock } = kernel
  const key = randomBytes(16).toString('hex')
  const made = parts(key)
  const bytes = [...made.values()].reduce((sum, part) => sum + part.length, 0)
  const now = Math.floor(clock.now())
  const replaced = await sql.begin(async (tx) => {
    if (!(await lockUploader(tx, traderId))) fail('UNAUTHENTICATED')
    const removed = await makeRoom(tx, { traderId, kind, bytes, now })
    await insertFile(tx, { file_key: key, trader_id: traderId, kind, name, bytes, created_at: instantText(now) })
    return removed
  })
  await removeShowcaseFiles(kernel, storage, replaced)
  try {
    for (const [part, content] of made) await storage.write(part, content)
    if (!(await hasFile(sql, key))) fail('UNAUTHENTICATED')
  } catch (error) {
    await removeShowcaseFiles(kernel, storage, [{ file_key: key, kind }])
    await deleteFile(sql, key).catch(() => kernel.log.warn('row of a file not removed, the job will remove it'))
    throw error
  }
  return key
}

/** Deletes rows of the oldest unnamed files until the new one fits. @returns their files, whose parts go after the commit */
async function makeRoom(
  tx: Transaction,
  { traderId, kind, bytes, now }: { traderId: string; kind: FileKind; bytes: number; now: number },
): Promise<StoredFile[]> {
  const removed: StoredFile[] = []
  const isFull = async () => {
    const stored = await storedFiles(tx, traderId)
    return stored.files >= FILES_MAX || stored.bytes + bytes > FILES_BYTES_MAX
  }
  if (!(await isFull())) return removed
  // The new file takes one place in the editor.
  const newest = { ...ofVersion, [kind]: ofVersion[kind] - 1 }
  for (const key of await replaceableFiles(tx, traderId, { before: instantText(now - editingMs), newest })) {
    const file = await deleteUnnamed(tx, key)
    if (file !== null) removed.push(file)
    if (!(await isFull())) return removed
  }
  return fail('UPLOAD_QUOTA')
}

/** Deletes the row of a file that no version names and no save holds. @returns null where it stays */
async function deleteUnnamed(tx: Transaction, key: string): Promise<StoredFile | null> {
  const file = await lockFile(tx, key)
  if (file === null || (await isNamed(tx, key))) return null
  await deleteFile(tx, key)
  return file
}

/**
 * Locks the files of a version in the transaction that saves it, before its insert: no job deletes them until it ends.
 * @returns addresses that are no own files of the trader
 */
export async function missingFiles(tx: Transaction, traderId: string, addresses: readonly string[]): Promise<string[]> {
  const named = addresses.map((address) => ({ address, file: fileOf(address) }))
  const keys = named.flatMap(({ file }) => (file === null ? [] : [file.key]))
  const own = new Map((await lockOwnFiles(tx, traderId, keys)).map(({ file_key: key, kind }) => [key, kind]))
  return named.filter(({ file }) => file === null || own.get(file.key) !== file.kind).map(({ address }) => address)
}

/** Removes files of a showcase from the store. Never throws: `reconcileShowcaseFiles` removes the remaining ones later. */
export async function removeShowcaseFiles(
  { log }: Pick<Kernel, 'log'>,
  storage: Storage,
  files: readonly StoredFile[],
): Promise<void> {
  for (const { kind, file_key: key } of files) {
    for (const part of partsOf({ kind, key })) {
      await storage
        .remove(part)
        .catch((error: unknown) => log.warn({ err: error }, 'file not removed, the job will remove it'))
    }
  }
}

/** Files that one run removes at most. */
const removedAtOnce = 1_000

/**
 * Removes files that no version names, a day after their upload, and parts without a row. For a job.
 * @returns how many files and parts
 */
export async function reconcileShowcaseFiles(kernel: Kernel, storage: Storage): Promise<number> {
  const { sql, clock } = kernel
  const now = clock.now()
  const before = instantText(Math.floor(now - unnamedRetentionMs))
  let removed = 0
  for (const key of await unnamedFiles(sql, before, removedAtOnce)) {
    const file = await sql.begin((tx) => deleteUnnamed(tx, key))
    if (file === null) continue
    await removeShowcaseFiles(kernel, storage, [file])
    removed += 1
  }
  for (const folder of ['showcases', 'documents']) {
    const keys = await fileKeys(sql)
    const isKnown = (part: string) => keys.has(/^[a-z]+\/([0-9a-f]{32})[.-]/.exec(part)?.[1] ?? '')
    removed += await pruneFiles(storage, folder, isKnown, now)
  }
  return removed
}
