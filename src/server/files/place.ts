import type { Readable } from 'node:stream'

export interface PlacedFile {
  key: string
  bytes: number
  /** Milliseconds. */
  writtenAt: number
}

/** Where files lie: a folder or a bucket. A call throws what the place throws. */
export interface FilePlace {
  put: (key: string, content: Uint8Array | Blob) => Promise<void>
  /** Null where there is no such file. A stream that is not read to its end must be destroyed: it holds an open file or connection. */
  read: (key: string) => Promise<{ size: number; stream: Readable } | null>
  /** Does nothing where there is no such file. */
  remove: (key: string) => Promise<void>
  /** Every file below a folder (`''`: every file). */
  list: (folder: string) => AsyncIterable<PlacedFile>
}
