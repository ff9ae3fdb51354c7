import { text } from 'node:stream/consumers'
import type { Storage } from '#server/storage.ts'

/**
 * Ids of erased traders, a file each, beside the pictures: outside the database, so that one restored from a backup does not bring
 * anybody back (`docs/operations/database-and-files.md`). An id alone, which leads to nobody once the person is gone.
 */

const folder = 'erased'
const keyOf = (traderId: string) => `${folder}/${traderId}`
const listed = /^erased\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/**
 * Notes an id before its rows go.
 * @param erasingAt when this erasure was asked for, ISO-8601
 * @returns whether it is the first one: of somebody whom a backup brought back the list knows an earlier one
 * @throws Failure STORAGE_FULL
 */
export async function listErased(storage: Storage, traderId: string, erasingAt: string): Promise<boolean> {
  const known = await storage.read(keyOf(traderId))
  if (known !== null) return (await text(known.stream)) === erasingAt
  await storage.write(keyOf(traderId), Buffer.from(erasingAt))
  return true
}

export async function erasedIds(storage: Storage): Promise<string[]> {
  const ids: string[] = []
  for await (const { key } of storage.list(folder)) {
    const id = listed.exec(key)?.[1]
    if (id !== undefined) ids.push(id)
  }
  return ids
}
