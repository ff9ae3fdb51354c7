import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isDatabaseAway, type Queryable } from '#server/database/database.ts'
import { fail } from '#server/http/failure.ts'
import { squareImages } from '#server/files/images.ts'
import type { Kernel } from '#server/kernel.ts'
import { pruneFiles, type Storage } from '#server/files/storage.ts'
import { avatarFile, avatarOf, avatarWidths, type Avatar } from '#shared/avatar.ts'
import { instantText } from '#shared/dates.ts'
import { avatarIsShown, avatarKeys, replaceAvatarKey } from './queries.ts'

const widths = Object.values(avatarWidths)

/**
 * Shows this picture from now on and removes the files of the last one. Names are random: a picture is found only by a page that
 * shows it.
 * @param bytes as uploaded; they are not stored
 */
export async function storeAvatar(kernel: Kernel, storage: Storage, traderId: string, bytes: Buffer): Promise<Avatar> {
  const images = await squareImages(bytes, widths)
  const key = randomBytes(16).toString('hex')
  try {
    for (const [width, image] of images) await storage.write(avatarFile(key, width), image)
    await showAvatar(kernel, storage, traderId, key)
  } catch (error) {
    await removeAvatarFiles(kernel, storage, key)
    throw error
  }
  return avatarOf(key)
}

/** Shows a stored picture, or none. @param key null for none */
export async function showAvatar(
  kernel: Kernel,
  storage: Storage,
  traderId: string,
  key: string | null,
): Promise<void> {
  const now = instantText(Math.floor(kernel.clock.now()))
  const before = await kernel.sql.begin((tx) => replaceAvatarKey(tx, traderId, key, now))
  if (before === undefined) fail('UNAUTHENTICATED')
  kernel.changes.announce(traderId)
  if (before !== null) await removeAvatarFiles(kernel, storage, before)
}

/**
 * Everybody gets the picture of a trader whom the public may see. Any other picture is for our own pages alone, which its owner and admins
 * read, as with the files of showcases (`docs/showcases.md`).
 * @returns null where the request does not get it, or no trader has it
 */
export async function avatarAccess(
  sql: Queryable,
  picture: string,
  headers: IncomingHttpHeaders,
): Promise<{ isPublic: boolean } | null> {
  let isShown: boolean | null
  try {
    isShown = await avatarIsShown(sql, picture)
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    // While the database is away, pages are served from memory and need their pictures.
    return { isPublic: false }
  }
  if (isShown === null || (!isShown && headers['sec-fetch-site'] !== 'same-origin')) return null
  return { isPublic: isShown }
}

/** Never throws: `reconcileAvatars` removes later what cannot be removed now. */
export async function removeAvatarFiles({ log }: Pick<Kernel, 'log'>, storage: Storage, key: string): Promise<void> {
  for (const width of widths) {
    await storage
      .remove(avatarFile(key, width))
      .catch((error: unknown) => log.warn({ err: error }, 'picture not removed, the job will remove it'))
  }
}

/** Removes pictures that no trader shows, a day after their upload. For a job. @returns how many files went */
export async function reconcileAvatars(
  { sql, clock }: Pick<Kernel, 'sql' | 'clock'>,
  storage: Storage,
): Promise<number> {
  const keys = await avatarKeys(sql)
  const isNamed = (file: string) => keys.has(/^avatars\/([0-9a-f]{32})-/.exec(file)?.[1] ?? '')
  return pruneFiles(storage, 'avatars', isNamed, clock.now())
}
