import { randomBytes } from 'node:crypto'
import type { Transaction } from '#server/database.ts'
import { fail } from '#server/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { sweepFiles, unnamedKeptMs, type Storage } from '#server/storage.ts'
import { instantText } from '#shared/dates.ts'
import { fields } from '../../rules/fields.ts'
import { fileOf, partsOf, type FileKind } from '../../rules/files.ts'
import {
  deleteFile,
  deleteFilesOf,
  fileKeys,
  hasFile,
  heldFiles,
  insertFile,
  isNamed,
  keepFiles,
  lockFile,
  lockUploader,
  replaceableFiles,
  unnamedFiles,
  type StoredFile,
} from './file-queries.ts'

/**
 * Files of showcases: a row each, and its parts in the store. The row comes before the parts and goes before them, so that whatever
 * ends in the middle leaves something that the sweep finds. `docs/operations/database-and-files.md`.
 */

/** Most files of one version: portrait, cover, pictures, those of testimonials; the document. */
const ofVersion: Record<FileKind, number> = {
  image: 2 + fields.content.promotional_images.most + fields.testimonials.most,
  pdf: 1,
}
/** Three versions name 33 at most and an open editor shows 11 more: nobody is refused for their number. `docs/decisions/015`. */
const FILES_MAX = 80
const FILES_BYTES_MAX = 100 * 1024 * 1024
/** Where the room is used up unnamed files make way: but not so soon as many of the newest as an open editor can show. */
const editingMs = 3_600_000

type Parts = ReadonlyMap<string, Uint8Array>

/**
 * Keeps a file of a trader under a random name, which nobody finds without a page that shows it.
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
    await deleteFile(sql, key).catch(() => kernel.log.warn('row of a file not removed, the sweep will'))
    throw error
  }
  return key
}

/** Removes rows of the oldest unnamed files, as many as are in the way; their parts go once the transaction is over. */
async function makeRoom(
  tx: Transaction,
  { traderId, kind, bytes, now }: { traderId: string; kind: FileKind; bytes: number; now: number },
): Promise<StoredFile[]> {
  const removed: StoredFile[] = []
  const isFull = async () => {
    const held = await heldFiles(tx, traderId)
    return held.files >= FILES_MAX || held.bytes + bytes > FILES_BYTES_MAX
  }
  if (!(await isFull())) return removed
  // The file that comes takes a place in the editor itself.
  const newest = { ...ofVersion, [kind]: ofVersion[kind] - 1 }
  for (const key of await replaceableFiles(tx, traderId, { before: instantText(now - editingMs), newest })) {
    const file = await forget(tx, key)
    if (file !== null) removed.push(file)
    if (!(await isFull())) return removed
  }
  return fail('UPLOAD_QUOTA')
}

/** Takes the row of a file that no version names, and that nobody is saving: null where it stays. */
async function forget(tx: Transaction, key: string): Promise<StoredFile | null> {
  const file = await lockFile(tx, key)
  if (file === null || (await isNamed(tx, key))) return null
  await deleteFile(tx, key)
  return file
}

/**
 * For the transaction that saves a version, before its insert: the sweep leaves these files alone until it is over, and then finds the
 * version.
 * @returns addresses that are no own files of the trader
 */
export async function missingFiles(tx: Transaction, traderId: string, addresses: readonly string[]): Promise<string[]> {
  const asked = addresses.map((address) => ({ address, file: fileOf(address) }))
  const keys = asked.flatMap(({ file }) => (file === null ? [] : [file.key]))
  const own = new Map((await keepFiles(tx, traderId, keys)).map(({ file_key: key, kind }) => [key, kind]))
  return asked.filter(({ file }) => file === null || own.get(file.key) !== file.kind).map(({ address }) => address)
}

/**
 * Forgets all files of a trader: of a showcase that is deleted, of somebody who is erased. What the caller does with the answer:
 * `removeShowcaseFiles`, once its transaction is over.
 */
export const takeFiles = (tx: Transaction, traderId: string): Promise<StoredFile[]> => deleteFilesOf(tx, traderId)

/** What cannot be removed now goes with the next sweep: nobody names it any more. Never throws. */
export async function removeShowcaseFiles(
  { log }: Pick<Kernel, 'log'>,
  storage: Storage,
  files: readonly StoredFile[],
): Promise<void> {
  for (const { kind, file_key: key } of files) {
    for (const part of partsOf({ kind, key })) {
      await storage.remove(part).catch((error: unknown) => log.warn({ err: error }, 'file not removed, the sweep will'))
    }
  }
}

/** Files of one run. */
const sweptAtOnce = 1_000

/**
 * Removes files that no version names, a day after they came, and parts that no row tells of. For a job.
 * @returns how many files, and parts left over, went
 */
export async function sweepShowcaseFiles(kernel: Kernel, storage: Storage): Promise<number> {
  const { sql, clock } = kernel
  const now = clock.now()
  const before = instantText(Math.floor(now - unnamedKeptMs))
  let removed = 0
  for (const key of await unnamedFiles(sql, before, sweptAtOnce)) {
    const file = await sql.begin((tx) => forget(tx, key))
    if (file === null) continue
    await removeShowcaseFiles(kernel, storage, [file])
    removed += 1
  }
  for (const folder of ['showcases', 'documents']) {
    const keys = await fileKeys(sql)
    const isKnown = (part: string) => keys.has(/^[a-z]+\/([0-9a-f]{32})[.-]/.exec(part)?.[1] ?? '')
    removed += await sweepFiles(storage, folder, isKnown, now)
  }
  return removed
}
