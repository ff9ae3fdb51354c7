import { text } from 'node:stream/consumers'
import type { Storage } from '#server/files/storage.ts'

/** What the audit log ended with at one night's check: whoever has it sees later whether anything before it was rewritten. */
export interface AuditRoot {
  /** UTC, `YYYY-MM-DD`. */
  day: string
  /** ISO-8601. */
  checked_at: string
  /** The number of the last line. */
  line: number
  /** Of the last line, and with it of every one before; hexadecimal. */
  hash: string
}

/**
 * A file a night in the store of files, outside the database (`docs/operations/audit-log.md`): whoever can rewrite the log in the database
 * has to rewrite these too, and the server's own log, and every backup that was taken out of the house.
 */
const folder = 'audit-roots'
const keyOf = (day: string) => `${folder}/${day}.json`
const listed = /^audit-roots\/(\d{4}-\d\d-\d\d)\.json$/

/** As many nights as the comparison goes back to: thirteen months. */
const comparedNights = 400

/** Keeps a root; one that is kept for that day already stays as it is. */
export async function keepRoot(storage: Storage, root: AuditRoot): Promise<void> {
  const kept = await storage.read(keyOf(root.day))
  if (kept !== null) {
    kept.stream.destroy()
    return
  }
  await storage.write(keyOf(root.day), Buffer.from(`${JSON.stringify(root)}\n`))
}

/** Kept roots, the oldest first; what cannot be read as one counts as one that nothing bears out. */
export async function keptRoots(storage: Storage): Promise<AuditRoot[]> {
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
