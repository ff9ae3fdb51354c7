import { exactReader } from './exact-reader.ts'
import { BackupError } from './error.ts'

/**
 * What a backup says of itself between the bytes of its tables and files, in this order: `database`; for each table `table`, its rows as
 * COPY writes them, `table_end`; `sequences`; for each uploaded file `file`, its bytes, `file_end`; `end`.
 */
export type Mark =
  | { mark: 'database'; made_at: string; migrations: { name: string; checksum: string }[] }
  | { mark: 'table'; table: string; columns: string[] }
  | { mark: 'table_end'; table: string; rows: number; hash: string }
  | { mark: 'sequences'; sequences: SequenceState[] }
  | { mark: 'file'; key: string }
  | { mark: 'file_end'; key: string; bytes: number; sha256: string }
  | { mark: 'end'; tables: number; rows: number; files: number }

export interface SequenceState {
  name: string
  /** As text: 64 bits. */
  last_value: string
  is_called: boolean
}

const kinds = { mark: 1, bytes: 2 }
const headBytes = 5
/** No mark comes near it. */
const longestMark = 8 * 1024 * 1024
const pieceBytes = 256 * 1024

function head(kind: number, length: number): Buffer {
  const bytes = Buffer.alloc(headBytes)
  bytes.writeUInt8(kind, 0)
  bytes.writeUInt32BE(length, 1)
  return bytes
}

export function writeMark(mark: Mark): Buffer {
  const text = Buffer.from(JSON.stringify(mark))
  return Buffer.concat([head(kinds.mark, text.length), text])
}

export function* writeBytes(bytes: Buffer): Generator<Buffer> {
  if (bytes.length === 0) return
  yield head(kinds.bytes, bytes.length)
  yield bytes
}

/** A backup as it is read, from mark to mark. */
export interface MarkReader {
  /** The next mark, which must be one of these. */
  mark: <K extends Mark['mark']>(...wanted: K[]) => Promise<Extract<Mark, { mark: K }>>
  /** The bytes up to the next mark. */
  bytes: () => AsyncGenerator<Buffer>
  /** Nothing may follow. */
  end: () => Promise<void>
  close: () => Promise<void>
}

const broken = () => new BackupError('Il backup non si legge: il contenuto non è quello di un backup di TopTrader.')

export function readMarks(source: AsyncIterable<Buffer>): MarkReader {
  const reader = exactReader(source)

  /** Null at the end. */
  async function nextHead(): Promise<{ kind: number; length: number } | null> {
    const bytes = await reader.take(headBytes)
    if (bytes.length === 0) return null
    if (bytes.length < headBytes) throw broken()
    return { kind: bytes.readUInt8(0), length: bytes.readUInt32BE(1) }
  }
  async function textOf(length: number): Promise<Mark> {
    if (length > longestMark) throw broken()
    const text = await reader.take(length)
    if (text.length < length) throw broken()
    return JSON.parse(text.toString()) as Mark
  }
  let ahead: Mark | null = null
  return {
    async mark<K extends Mark['mark']>(...wanted: K[]) {
      let found = ahead
      ahead = null
      if (found === null) {
        const next = await nextHead()
        if (next?.kind !== kinds.mark) throw broken()
        found = await textOf(next.length)
      }
      if (!(wanted as string[]).includes(found.mark)) throw broken()
      return found as Extract<Mark, { mark: K }>
    },
    async *bytes() {
      for (;;) {
        const next = await nextHead()
        if (next === null) throw broken()
        if (next.kind === kinds.mark) {
          ahead = await textOf(next.length)
          return
        }
        if (next.kind !== kinds.bytes) throw broken()
        for (let missing = next.length; missing > 0;) {
          const piece = await reader.some(Math.min(missing, pieceBytes))
          if (piece.length === 0) throw broken()
          missing -= piece.length
          yield piece
        }
      }
    },
    async end() {
      if ((await nextHead()) !== null) throw broken()
    },
    close: reader.close,
  }
}
