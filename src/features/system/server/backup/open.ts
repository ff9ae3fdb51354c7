import { Readable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import type { MarkReader } from './marks.ts'
import { readMarks } from './marks.ts'
import { unseal, type Opener } from './sealing.ts'

/** What a sealed file holds. Every byte that comes out of it was checked before; close it where it is not read to its end. */
export function openBackup(sealed: AsyncIterable<Buffer>, opener: Opener): MarkReader {
  const plain = Readable.from(unseal(sealed, opener), { objectMode: false })
  const unpacked = createZstdDecompress()
  plain.once('error', (error) => unpacked.destroy(error))
  unpacked.once('close', () => plain.destroy())
  return readMarks(plain.pipe(unpacked))
}

/** Reads a file to its end, so that what was cut off or changed is known before anything is done with it. */
export async function checkSealed(sealed: AsyncIterable<Buffer>, opener: Opener): Promise<void> {
  for await (const piece of unseal(sealed, opener)) void piece
}
