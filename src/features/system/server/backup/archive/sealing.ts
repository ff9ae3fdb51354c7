import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import type { Secrets } from '#server/crypto.ts'
import { exactReader } from './exact-reader.ts'
import { BackupError } from './error.ts'

/**
 * The envelope of a backup: a line that says which key it needs, then pieces under AES-256-GCM. A piece's nonce is its number and whether
 * it is the last one, its associated data the line before them all: none can be changed, moved, left out or added. Every file has a key
 * of its own, so that numbers never repeat under one.
 */

const format = 'toptrader-backup/1'
const label = 'toptrader backup'
const pieceBytes = 64 * 1024
const tagBytes = 16
const longestLine = 2_000

interface Envelope {
  format: string
  /** Tells a wrong key from a file that was changed. */
  check: string
  /** MadeBackup from a key of SECRET_KEY, or from a pair whose other half is kept elsewhere. */
  key: { from: 'secret'; id: string; salt: string } | { from: 'pair'; id: string; point: string }
}

/** How to seal one file, and to open it again right after. */
export interface FileSeal {
  line: Buffer
  key: Buffer
}

/** What may open files: SECRET_KEY, and where backups are sealed for another key, its private half. */
export interface Opener {
  secrets: Secrets
  /** 32 bytes in base64. */
  privateKey?: string | undefined
  /** Of a file that was sealed a moment ago. */
  fresh?: FileSeal | undefined
}

/** @param publicKey X25519, 32 bytes in base64; SECRET_KEY is used where absent */
export function newSeal(secrets: Secrets, publicKey: string | undefined): FileSeal {
  if (publicKey === undefined) {
    const salt = randomBytes(32)
    const made = secrets.deriveKey(label, salt)
    if (made === null) throw new Error('SECRET_KEY holds no key')
    return sealOf(made.bytes, { from: 'secret', id: made.id, salt: salt.toString('base64url') })
  }
  const recipient = Buffer.from(publicKey, 'base64')
  const { privateKey: once, publicKey: point } = generateKeyPairSync('x25519')
  const pointBytes = Buffer.from(String(point.export({ format: 'jwk' }).x), 'base64url')
  const key = sharedKey(once, publicKeyOf(recipient), pointBytes, recipient)
  return sealOf(key, { from: 'pair', id: idOf(recipient), point: pointBytes.toString('base64url') })
}

/** A new pair for BACKUP_PUBLIC_KEY and BACKUP_PRIVATE_KEY. */
export function newPair(): { publicKey: string; privateKey: string } {
  const { x = '', d = '' } = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' })
  const text = (part: string) => Buffer.from(part, 'base64url').toString('base64')
  return { publicKey: text(x), privateKey: text(d) }
}

export async function* seal(source: AsyncIterable<Buffer>, { line, key }: FileSeal): AsyncGenerator<Buffer> {
  yield line
  const reader = exactReader(source)
  try {
    let piece = await reader.take(pieceBytes)
    for (let number = 0; ; number += 1) {
      const next = piece.length < pieceBytes ? Buffer.alloc(0) : await reader.take(pieceBytes)
      const isLast = next.length === 0
      const box = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast)).setAAD(line)
      yield Buffer.concat([box.update(piece), box.final(), box.getAuthTag()])
      if (isLast) return
      piece = next
    }
  } finally {
    await reader.close()
  }
}

/** @throws BackupError with what is wrong with the file or its key */
export async function* unseal(source: AsyncIterable<Buffer>, opener: Opener): AsyncGenerator<Buffer> {
  const reader = exactReader(source)
  try {
    const line = await readLine(reader.take)
    const key = keyFor(line, opener)
    let sealed = await reader.take(pieceBytes + tagBytes)
    for (let number = 0; ; number += 1) {
      const isWhole = sealed.length === pieceBytes + tagBytes
      const next: Buffer = isWhole ? await reader.take(pieceBytes + tagBytes) : Buffer.alloc(0)
      const isLast = next.length === 0
      yield openPiece(sealed, key, line, { number, isLast })
      if (isLast) return
      sealed = next
    }
  } finally {
    await reader.close()
  }
}

function openPiece(sealed: Buffer, key: Buffer, line: Buffer, at: { number: number; isLast: boolean }): Buffer {
  const open = (isLast: boolean) => {
    const box = createDecipheriv('aes-256-gcm', key, nonceOf(at.number, isLast), { authTagLength: tagBytes })
    box.setAAD(line).setAuthTag(sealed.subarray(-tagBytes))
    return Buffer.concat([box.update(sealed.subarray(0, -tagBytes)), box.final()])
  }
  try {
    if (sealed.length < tagBytes) throw new Error('no whole piece')
    return open(at.isLast)
  } catch (cause) {
    if (at.isLast) {
      const isInnerPiece = attempt(() => open(false))
      const cut = sealed.length < tagBytes || isInnerPiece
      if (cut) throw new BackupError('Il file è incompleto: finisce prima della sua fine.', { cause })
    }
    throw new BackupError('Il file è stato modificato, danneggiato o troncato: non è quello che fu scritto.', { cause })
  }
}

function attempt(work: () => unknown): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}

/** Twelve bytes: whether it is the last piece, three zeros, its number. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt8(isLast ? 1 : 0, 0)
  nonce.writeBigUInt64BE(BigInt(number), 4)
  return nonce
}

function sealOf(bytes: Buffer, key: Envelope['key']): FileSeal {
  const text = Buffer.from(JSON.stringify({ format, check: checkOf(bytes), key } satisfies Envelope))
  const length = Buffer.alloc(2)
  length.writeUInt16BE(text.length)
  return { line: Buffer.concat([length, text]), key: bytes }
}

const checkOf = (key: Buffer) => createHmac('sha256', key).update(`${label} check`).digest('base64url').slice(0, 11)

const foreign = (cause?: unknown) => new BackupError('Il file non è un backup di TopTrader.', { cause })

async function readLine(take: (count: number) => Promise<Buffer>): Promise<Buffer> {
  const length = await take(2)
  const size = length.length === 2 ? length.readUInt16BE() : 0
  if (size === 0 || size > longestLine) throw foreign()
  const text = await take(size)
  if (text.length < size) throw foreign()
  return Buffer.concat([length, text])
}

function keyFor(line: Buffer, opener: Opener): Buffer {
  if (opener.fresh?.line.equals(line)) return opener.fresh.key
  const { key: named, check } = envelopeOf(line)
  const { key, needs } = whatOpens(named, opener)
  if (key !== undefined && checkOf(key) === check) return key
  const fault = key === undefined ? 'non c’è' : 'è un’altra'
  throw new BackupError(`Il file non si apre: serve ${needs}, e qui ${fault}.`, { isKeyMissing: true })
}

function whatOpens(named: Envelope['key'], opener: Opener): { key: Buffer | undefined; needs: string } {
  if (named.from === 'secret') {
    return {
      key: opener.secrets.deriveKey(label, bytesOf(named.salt), named.id)?.bytes,
      needs: `la chiave «${named.id}» di SECRET_KEY (senza SECRET_KEY: il file secret.key della cartella dei dati di allora)`,
    }
  }
  return {
    key: pairKey(bytesOf(named.point), opener.privateKey),
    needs: `la metà privata della chiave «${named.id}», in BACKUP_PRIVATE_KEY`,
  }
}

/** Every salt and point has as many. */
function bytesOf(text: unknown): Buffer {
  const bytes = typeof text === 'string' ? Buffer.from(text, 'base64url') : null
  if (bytes?.length !== 32) throw foreign()
  return bytes
}

function pairKey(point: Buffer, privateKey: string | undefined): Buffer | undefined {
  if (privateKey === undefined) return undefined
  const own = privateKeyOf(privateKey)
  const recipient = Buffer.from(String(createPublicKey(own).export({ format: 'jwk' }).x), 'base64url')
  return sharedKey(own, publicKeyOf(point), point, recipient)
}

function envelopeOf(line: Buffer): Envelope {
  let envelope: Partial<Envelope> | null
  try {
    envelope = JSON.parse(line.subarray(2).toString()) as Partial<Envelope> | null
  } catch (error) {
    throw foreign(error)
  }
  if (envelope?.format !== format || typeof envelope.key !== 'object' || envelope.key === null) throw foreign()
  return envelope as Envelope
}

function sharedKey(privateKey: KeyObject, publicKey: KeyObject, point: Buffer, recipient: Buffer): Buffer {
  const secret = diffieHellman({ privateKey, publicKey })
  return Buffer.from(hkdfSync('sha256', secret, Buffer.concat([point, recipient]), label, 32))
}

const idOf = (publicKey: Buffer) => createHash('sha256').update(publicKey).digest('hex').slice(0, 8)

function publicKeyOf(bytes: Buffer): KeyObject {
  const x = bytes.toString('base64url')
  return createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x }, format: 'jwk' })
}

/** PKCS #8 of X25519 is this and the 32 bytes. */
const privatePrefix = Buffer.from('302e020100300506032b656e04220420', 'hex')

function privateKeyOf(text: string): KeyObject {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== 32) throw new BackupError('BACKUP_PRIVATE_KEY non è una chiave: 32 byte in base64.')
  return createPrivateKey({ key: Buffer.concat([privatePrefix, bytes]), format: 'der', type: 'pkcs8' })
}
