import { text } from 'node:stream/consumers'
import type { Storage } from '#server/files/storage.ts'

/**
 * Ids of erased traders, a file each, beside the pictures. They stand outside the database, so that a restored backup does not bring
 * an erased trader back (`docs/operations/database-and-files.md`). An id without its rows leads to no person.
 */

const folder = 'erased'
const keyOf = (traderId: string) => `${folder}/${traderId}`
const listed = /^erased\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/**
 * Adds an id, before its rows are deleted.
 * @param erasingAt when this erasure was requested, ISO-8601
 * @returns whether it is the first erasure: a trader from a restored backup has an earlier one
 * @throws Failure STORAGE_FULL
 */
export async function addErased(storage: Storage, traderId: string, erasingAt: string): Promise<boolean> {
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
