/** The figures that prove a table equal after a restore. */
export interface TableContent {
  rows: number
  /** Sum of the rows' hashes. */
  hash: string
}

export interface BackupTotals {
  tables: number
  rows: number
  files: number
}

export interface SequenceState {
  name: string
  /** Text, since it has 64 bits. */
  last_value: string
  is_called: boolean
}

/** What `load` reads of a backup, in this order: tables, sequences, files. Bytes are read to their end before the next table or file. */
export interface BackupContents {
  /** ISO-8601. */
  made_at: string
  migrations: readonly { name: string; checksum: string }[]
  tables: () => AsyncIterable<{
    name: string
    columns: readonly string[]
    /** In COPY's text format. */
    rows: AsyncIterable<Uint8Array>
    /** Known once the rows are read. */
    content: () => Promise<TableContent>
  }>
  sequences: () => Promise<readonly SequenceState[]>
  files: () => AsyncIterable<{ key: string; bytes: AsyncIterable<Uint8Array> }>
  /** Ends the stream. For a backup that is not read to its end. */
  close: () => Promise<void>
}
