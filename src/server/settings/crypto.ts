import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  randomBytes,
  randomUUIDv7,
  type CipherGCMTypes,
} from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { keyBytes, keysError, parseKeys } from './crypto-keys.ts'
import { makeDataFolder } from './data-folder.ts'
import { createPasswords, owaspMinimum, type PasswordCost, type Passwords } from './passwords.ts'
import { StartupError } from './startup-error.ts'

/** The product's secrets, and the ids and tokens it makes. */
export interface Secrets extends Passwords {
  /** Id of the sealing key: it stands before the colon of each sealed value. */
  sealingKey: string
  /**
   * Encrypts a text for storage.
   * @param associatedData the value's owner (a record's id): `open` needs the same
   */
  seal: (plaintext: string, associatedData: string) => string
  /** @throws Error where the value was changed, belongs to another record, or its key is not configured */
  open: (sealed: string, associatedData: string) => string
  /** SHA-256: tokens are random, so that a slow hash would add nothing. */
  hashToken: (token: string) => Buffer
  /** The keys of SECRET_KEY in standard base64, the one that seals first. They are the passphrases of backups. */
  keys: readonly { id: string; base64: string }[]
  /** Like SHA-256, but values cannot be tried out without the key. A rotated key gives other hashes. */
  keyedHash: (text: string) => Buffer
  /** The hash under every configured key: finds rows from before a rotation, while the old key is configured. */
  keyedHashes: (text: string) => Buffer[]
  /** 256 random bits after the prefix, in letters that need no escaping. */
  newToken: (prefix?: string) => string
  /** A UUID of version 7: ids sort by the millisecond of their making. */
  newId: () => string
}

const cipher: CipherGCMTypes = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/**
 * Reads SECRET_KEY, or makes a key once in DATA_DIR (never in production, where `readConfig` demands it).
 * @param passwordCost the cost of a password's hash; tests that sign in often give less
 */
export function createSecrets(
  config: Pick<Config, 'SECRET_KEY' | 'DATA_DIR'>,
  passwordCost: PasswordCost = owaspMinimum,
): Secrets {
  const setting = config.SECRET_KEY ?? localKey(config.DATA_DIR)
  const error = keysError(setting)
  if (error !== null) throw new StartupError(`SECRET_KEY ${error}.`)
  const keys = parseKeys(setting)
  const [first] = keys
  if (first === undefined) throw new StartupError('SECRET_KEY non contiene nessuna chiave.')
  return {
    ...createPasswords(passwordCost),
    sealingKey: first.id,
    keys: keys.map(({ id, bytes }) => ({ id, base64: bytes.toString('base64') })),
    seal(plaintext, associatedData) {
      const nonce = randomBytes(nonceBytes)
      const box = createCipheriv(cipher, first.bytes, nonce).setAAD(Buffer.from(associatedData))
      const body = Buffer.concat([box.update(plaintext, 'utf8'), box.final()])
      return `${first.id}:${Buffer.concat([nonce, body, box.getAuthTag()]).toString('base64url')}`
    },
    open(sealed, associatedData) {
      const [id, value = ''] = sealed.split(':')
      const key = keys.find((candidate) => candidate.id === id)
      if (key === undefined) throw new Error(`a sealed value names the key "${id}", which SECRET_KEY does not hold`)
      const bytes = Buffer.from(value, 'base64url')
      const box = createDecipheriv(cipher, key.bytes, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
      box.setAAD(Buffer.from(associatedData)).setAuthTag(bytes.subarray(-tagBytes))
      return Buffer.concat([box.update(bytes.subarray(nonceBytes, -tagBytes)), box.final()]).toString('utf8')
    },
    keyedHash: (text) => createHmac('sha256', first.bytes).update(text).digest(),
    keyedHashes: (text) => keys.map(({ bytes }) => createHmac('sha256', bytes).update(text).digest()),
    hashToken: (token) => hash('sha256', token, 'buffer'),
    newToken: (prefix = '') => prefix + randomBytes(32).toString('base64url'),
    newId: () => randomUUIDv7(),
  }
}

/** The key of this installation. */
function localKey(folder: string): string {
  makeDataFolder(folder)
  try {
    return keyOf(join(folder, 'secret.key'))
  } catch (error) {
    throw new StartupError(
      `La cartella ${folder} non è leggibile e scrivibile da questo utente: cambiane i permessi, o indica un’altra DATA_DIR.`,
      { cause: error },
    )
  }
}

/** Linked into place whole: a killed first start leaves no half key. */
function keyOf(file: string): string {
  const draft = `${file}.${process.pid}`
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  writeFileSync(draft, `local:${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8').trim()
}
