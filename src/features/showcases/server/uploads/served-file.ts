import type { IncomingHttpHeaders } from 'node:http'
import { isDatabaseAway } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { imageAddress, pdfAddress, type FileKind } from '../../rules/files.ts'
import { filesOf } from '../../rules/leaves.ts'
import { isActive } from '../published/showcase.ts'
import { fileWithPublished } from './served-file-queries.ts'

export interface ServedFile {
  /** Name of a saved document: its title in the public showcase, or the name of the upload. */
  name: string | null
  /** Browsers may cache public files alone. */
  isPublic: boolean
}

/**
 * Decides whether a request gets a file. Everybody gets a file that a public showcase shows now. Any other file is for our own pages
 * alone, which its owner and moderators read. `docs/showcases.md`, files.
 * @returns null where the request does not get it, or there is no such file
 */
export async function servedFile(
  { sql, clock }: Pick<Kernel, 'sql' | 'clock'>,
  { kind, key }: { kind: FileKind; key: string },
  headers: IncomingHttpHeaders,
): Promise<ServedFile | null> {
  let file: Awaited<ReturnType<typeof fileWithPublished>>
  try {
    file = await fileWithPublished(sql, kind, key)
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    // While the database is away, pages are served from memory and need their files.
    return { name: null, isPublic: false }
  }
  if (file === null) return null
  const { name, content, is_shut: isShut, diamond_expires: expires } = file
  const address = kind === 'pdf' ? pdfAddress(key) : imageAddress(key)
  const isApproved = content !== null && [...filesOf(content).values()].includes(address)
  const isPublic = isApproved && !isShut && isActive(expires, clock.now())
  if (!isPublic && headers['sec-fetch-site'] !== 'same-origin') return null
  const title = isApproved && content.content.pdf_download_url === address ? content.content.pdf_title : null
  return { name: title || name, isPublic }
}
