import { pipeline } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import type { BackupContents } from './contents.ts'
import { decrypt } from './encryption.ts'
import { readFormerContents, unsealFormer } from './former-format-until-2027.ts'
import type { BackupKeys } from './keys.ts'
import { readArchive } from './tar.ts'

/** Opens a file for `load`. Every byte that leaves it is authenticated. Close it when it is not read to its end. */
export async function openBackup(file: AsyncIterable<Buffer>, keys: BackupKeys): Promise<BackupContents> {
  const { isFormer, packed } = await unseal(file, keys)
  // An error reaches the reader of the unpacked bytes.
  const unpacked = pipeline(packed, createZstdDecompress(), () => undefined)
  return isFormer ? readFormerContents(unpacked) : readArchive(unpacked)
}

/**
 * Reads a file to its end. This proves that it is complete and unchanged before it is used.
 * @throws BackupError with the error of the file or its key
 */
export async function checkFile(file: AsyncIterable<Buffer>, keys: BackupKeys): Promise<void> {
  const { packed } = await unseal(file, keys)
  for await (const piece of packed) void piece
}

const ageHeader = Buffer.from('age-encryption.org/v1\n')

async function unseal(file: AsyncIterable<Buffer>, keys: BackupKeys) {
  const { head, bytes } = await withHead(file, ageHeader.length)
  const isFormer = !head.subarray(0, ageHeader.length).equals(ageHeader)
  return { isFormer, packed: isFormer ? unsealFormer(bytes, keys) : decrypt(bytes, keys) }
}

/** The first bytes of a stream, at least `count` of them if it has as many, and the whole stream. */
async function withHead(source: AsyncIterable<Buffer>, count: number) {
  const pieces = source[Symbol.asyncIterator]()
  let head: Buffer = Buffer.alloc(0)
  while (head.length < count) {
    const next = await pieces.next()
    if (next.done === true) break
    head = Buffer.concat([head, next.value])
  }
  async function* all() {
    try {
      if (head.length > 0) yield head
      for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) yield next.value
    } finally {
      await pieces.return?.()
    }
  }
  return { head, bytes: all() }
}
