import type { Readable, Writable } from 'node:stream'

export interface StoredBackup {
  name: string
  bytes: number
}

/** The place that holds finished backups. The caller checks names. */
export interface BackupStore {
  list: () => Promise<StoredBackup[]>
  /** Null where there is no such backup. */
  read: (name: string) => Promise<{ bytes: number; stream: Readable } | null>
  remove: (name: string) => Promise<void>
  /** A place to write to: it is not listed before `commit`. */
  draft: (name: string) => Promise<Draft>
  /** Removes drafts of servers that ended in the middle. */
  removeDrafts: () => Promise<void>
}

export interface Draft {
  stream: Writable
  /** The file that is written to. */
  path: string
  /** Gives the draft its name. Its bytes are on the disk by then. */
  commit: () => Promise<{ bytes: number }>
  /** Removes all of it, committed or not. */
  discard: () => Promise<void>
}
