import { pipeline } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { readMarks, type MarkReader } from './marks.ts'
import { unseal, type Opener } from './sealing.ts'

/** What a sealed file holds. Every byte that comes out of it was checked before; close it where it is not read to its end. */
export function openBackup(sealed: AsyncIterable<Buffer>, opener: Opener): MarkReader {
  // A fault reaches whoever reads the unpacked bytes, whenever they do.
  const unpacked = pipeline(unseal(sealed, opener), createZstdDecompress(), () => undefined)
  return readMarks(unpacked)
}

/** Reads a file to its end, so that what was cut off or changed is known before anything is done with it. */
export async function checkSealed(sealed: AsyncIterable<Buffer>, opener: Opener): Promise<void> {
  for await (const piece of unseal(sealed, opener)) void piece
}
