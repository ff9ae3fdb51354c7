import {
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import { bech32 } from '@scure/base'
import type { BackupContents, SequenceState, TableContent } from './contents.ts'
import { BackupError, damaged, invalidPrivateKey, missingKey, unreadable } from './error.ts'
import type { BackupKeys } from './keys.ts'

/**
 * Reads backups in the form that was written until November 2026 (decision 016), and keys in the form that was printed for them. No
 * backup is kept longer than 34 days: on 1 January 2027 this file goes, with its test and its fixtures.
 *
 * A file is a line that says which key it needs, then pieces under AES-256-GCM. The nonce of a piece is its number and whether it is the
 * last one; its associated data is the line. The plain text, compressed with zstd, is a sequence of JSON marks and of bytes.
 */

/** A public key in base64, as age writes it. */
export const ageRecipient = (key: string) =>
  key.startsWith('age1') ? key : bech32.encodeFromBytes('age', Buffer.from(key, 'base64'))

/** A private key in base64, as age writes it. */
export const ageIdentity = (key: string) =>
  /^[A-Za-z0-9+/]{43}=$/.test(key)
    ? bech32.encodeFromBytes('AGE-SECRET-KEY-', Buffer.from(key, 'base64')).toUpperCase()
    : key

const label = 'toptrader backup'
const pieceBytes = 64 * 1024
const tagBytes = 16
const longestLine = 2_000

interface Envelope {
  format: string
  /** Distinguishes a wrong key from a changed file. */
  check: string
  /** Made from a key of SECRET_KEY, or from the public half of a pair. */
  key: { from: 'secret'; id: string; salt: string } | { from: 'pair'; id: string; point: string }
}

/** @throws BackupError with the error of the file or its key */
export async function* unsealFormer(sealed: AsyncIterable<Buffer>, keys: BackupKeys): AsyncGenerator<Buffer> {
  const reader = exactReader(sealed)
  try {
    const line = await readLine(reader)
    const key = keyFor(line, keys)
    let piece = await reader.take(pieceBytes + tagBytes)
    for (let number = 0; ; number += 1) {
      const next: Buffer = await reader.take(pieceBytes + tagBytes)
      const isLast = next.length === 0
      yield openPiece(piece, key, line, nonceOf(number, isLast))
      if (isLast) return
      piece = next
    }
  } finally {
    await reader.close()
  }
}

function openPiece(sealed: Buffer, key: Buffer, line: Buffer, nonce: Buffer): Buffer {
  try {
    const box = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
    box.setAAD(line).setAuthTag(sealed.subarray(-tagBytes))
    return Buffer.concat([box.update(sealed.subarray(0, -tagBytes)), box.final()])
  } catch (cause) {
    throw damaged(cause)
  }
}

/** Twelve bytes: whether it is the last piece, three zeros, its number. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt8(isLast ? 1 : 0, 0)
  nonce.writeBigUInt64BE(BigInt(number), 4)
  return nonce
}

const foreign = (cause?: unknown) => new BackupError('Il file non è un backup di TopTrader.', { cause })

async function readLine({ take }: ExactReader): Promise<Buffer> {
  const length = await take(2)
  const size = length.length === 2 ? length.readUInt16BE() : 0
  if (size === 0 || size > longestLine) throw foreign()
  const text = await take(size)
  if (text.length < size) throw foreign()
  return Buffer.concat([length, text])
}

function keyFor(line: Buffer, keys: BackupKeys): Buffer {
  const { key: named, check } = envelopeOf(line)
  const key = named.from === 'secret' ? secretKey(named, keys) : pairKey(named, keys)
  if (key !== undefined && checkOf(key) === check) return key
  const needed =
    named.from === 'secret'
      ? `la chiave «${named.id}» di SECRET_KEY (senza SECRET_KEY: il file secret.key della cartella dei dati di allora)`
      : `la metà privata della chiave «${named.id}», in BACKUP_PRIVATE_KEY`
  const found = key === undefined ? 'non c’è' : 'è un’altra'
  throw missingKey(needed, found)
}

const checkOf = (key: Buffer) => createHmac('sha256', key).update(`${label} check`).digest('base64url').slice(0, 11)

function envelopeOf(line: Buffer): Envelope {
  let envelope: Partial<Envelope> | null
  try {
    envelope = JSON.parse(line.subarray(2).toString()) as Partial<Envelope> | null
  } catch (error) {
    throw foreign(error)
  }
  const isOurs = envelope?.format === 'toptrader-backup/1' && typeof envelope.key === 'object' && envelope.key !== null
  if (!isOurs) throw foreign()
  return envelope as Envelope
}

function secretKey({ id, salt }: { id: string; salt: string }, { secrets }: BackupKeys): Buffer | undefined {
  const key = secrets.keys.find((candidate) => candidate.id === id)
  if (key === undefined) return undefined
  return Buffer.from(hkdfSync('sha256', Buffer.from(key.base64, 'base64'), bytesOf(salt), label, 32))
}

function pairKey({ point }: { point: string }, { privateKey }: BackupKeys): Buffer | undefined {
  if (privateKey === undefined) return undefined
  const own = privateKeyOf(bech32.decodeUnsafe(ageIdentity(privateKey))?.words)
  const recipient = Buffer.from(String(createPublicKey(own).export({ format: 'jwk' }).x), 'base64url')
  const secret = diffieHellman({ privateKey: own, publicKey: publicKeyOf(bytesOf(point)) })
  return Buffer.from(hkdfSync('sha256', secret, Buffer.concat([bytesOf(point), recipient]), label, 32))
}

/** Every salt and point has this length. */
function bytesOf(text: unknown): Buffer {
  const bytes = typeof text === 'string' ? Buffer.from(text, 'base64url') : null
  if (bytes?.length !== 32) throw foreign()
  return bytes
}

function publicKeyOf(bytes: Buffer): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: bytes.toString('base64url') }, format: 'jwk' })
}

/** PKCS #8 of X25519 is this and the 32 bytes. */
const privatePrefix = Buffer.from('302e020100300506032b656e04220420', 'hex')

function privateKeyOf(words: number[] | undefined): KeyObject {
  const bytes = words === undefined ? Buffer.alloc(0) : Buffer.from(bech32.fromWords(words))
  if (bytes.length !== 32) throw invalidPrivateKey()
  return createPrivateKey({ key: Buffer.concat([privatePrefix, bytes]), format: 'der', type: 'pkcs8' })
}

/** Marks in this order: `database`; for each table `table`, its rows, `table_end`; `sequences`; for each file `file`, its bytes, `file_end`; `end`. */
type Mark =
  | { mark: 'database'; made_at: string; migrations: { name: string; checksum: string }[] }
  | { mark: 'table'; table: string; columns: string[] }
  | ({ mark: 'table_end' } & TableContent)
  | { mark: 'sequences'; sequences: SequenceState[] }
  | { mark: 'file'; key: string }
  | { mark: 'file_end' }
  | { mark: 'end' }

const kinds = { mark: 1, bytes: 2 }
const headBytes = 5
const longestMark = 8 * 1024 * 1024

export async function readFormerContents(unpacked: AsyncIterable<Buffer>): Promise<BackupContents> {
  const reader = exactReader(unpacked)
  let next: Mark | undefined

  async function nextHead(): Promise<{ kind: number; length: number }> {
    const head = await reader.take(headBytes)
    if (head.length < headBytes) throw unreadable()
    return { kind: head.readUInt8(0), length: head.readUInt32BE(1) }
  }
  async function markOf(length: number): Promise<Mark> {
    if (length > longestMark) throw unreadable()
    return JSON.parse((await reader.take(length)).toString()) as Mark
  }
  /** The next mark, which must be one of these. */
  async function read<K extends Mark['mark']>(...expected: K[]): Promise<Extract<Mark, { mark: K }>> {
    let found = next
    next = undefined
    if (found === undefined) {
      const { kind, length } = await nextHead()
      if (kind !== kinds.mark) throw unreadable()
      found = await markOf(length)
    }
    if (!(expected as string[]).includes(found.mark)) throw unreadable()
    return found as Extract<Mark, { mark: K }>
  }
  /** The bytes up to the next mark. */
  async function* bytes(): AsyncGenerator<Buffer> {
    for (;;) {
      const { kind, length } = await nextHead()
      if (kind === kinds.mark) {
        next = await markOf(length)
        return
      }
      const piece = await reader.take(length)
      if (kind !== kinds.bytes || piece.length < length) throw unreadable()
      yield piece
    }
  }
  const { made_at, migrations } = await read('database')
  let sequences: SequenceState[] = []
  return {
    made_at,
    migrations,
    async *tables() {
      for (;;) {
        const mark = await read('table', 'sequences')
        if (mark.mark === 'sequences') {
          sequences = mark.sequences
          return
        }
        yield { name: mark.table, columns: mark.columns, rows: bytes(), content: () => read('table_end') }
      }
    },
    sequences: async () => sequences,
    async *files() {
      for (;;) {
        const mark = await read('file', 'end')
        if (mark.mark === 'end') return
        yield { key: mark.key, bytes: bytes() }
        await read('file_end')
      }
    },
    close: reader.close,
  }
}

interface ExactReader {
  /** Exactly this many bytes; fewer when the stream ends before. */
  take: (count: number) => Promise<Buffer>
  /** Ends the stream. */
  close: () => Promise<void>
}

function exactReader(source: AsyncIterable<Buffer>): ExactReader {
  const pieces = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  return {
    async take(count) {
      const parts: Buffer[] = []
      for (let missing = count; missing > 0;) {
        if (rest.length === 0) {
          const next = await pieces.next()
          if (next.done === true) break
          rest = next.value
          continue
        }
        const part = rest.subarray(0, missing)
        rest = rest.subarray(part.length)
        missing -= part.length
        parts.push(part)
      }
      return Buffer.concat(parts)
    },
    async close() {
      await pieces.return?.()
    },
  }
}
