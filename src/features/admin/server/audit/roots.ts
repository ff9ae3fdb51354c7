import { text } from 'node:stream/consumers'
import type { Storage } from '#server/files/storage.ts'

/** The end of the audit log at a nightly check. A later comparison shows whether an earlier line was rewritten. */
export interface AuditRoot {
  /** UTC, `YYYY-MM-DD`. */
  day: string
  /** ISO-8601. */
  checked_at: string
  /** The number of the last line. */
  line: number
  /** Hash of the last line, hexadecimal. It covers every line before. */
  hash: string
}

/**
 * One file a night in the file store, outside the database (`docs/operations/audit-log.md`). Somebody who rewrites the log in the database
 * would have to rewrite these files too, the server's own log, and every backup that left the machine.
 */
const folder = 'audit-roots'
const keyOf = (day: string) => `${folder}/${day}.json`
const listed = /^audit-roots\/(\d{4}-\d\d-\d\d)\.json$/

/** The comparison covers thirteen months. */
const comparedNights = 400

/** Stores a root, unless the day has one already. */
export async function storeRoot(storage: Storage, root: AuditRoot): Promise<void> {
  const stored = await storage.read(keyOf(root.day))
  if (stored !== null) {
    stored.stream.destroy()
    return
  }
  await storage.write(keyOf(root.day), Buffer.from(`${JSON.stringify(root)}\n`))
}

/** Stored roots, the oldest first. An unreadable file counts as a root that differs. */
export async function storedRoots(storage: Storage): Promise<AuditRoot[]> {
  const days: string[] = []
  for await (const { key } of storage.list(folder)) {
    const day = listed.exec(key)?.[1]
    if (day !== undefined) days.push(day)
  }
  const roots: AuditRoot[] = []
  for (const day of days.toSorted().slice(-comparedNights)) {
    const file = await storage.read(keyOf(day))
    if (file !== null) roots.push(readRoot(day, await text(file.stream)))
  }
  return roots
}

function readRoot(day: string, content: string): AuditRoot {
  const [, at = '', line = '-1', hash = ''] =
    /^\{"day":"[\d-]{10}","checked_at":"([^"]{1,30})","line":(\d{1,15}),"hash":"([0-9a-f]{64})"\}\n$/.exec(content) ??
    []
  return { day, checked_at: at, line: Number(line), hash }
}
