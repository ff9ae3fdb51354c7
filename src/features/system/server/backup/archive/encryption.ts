import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { BackupError, damaged, invalidPrivateKey, missingKey } from './error.ts'
import { ageIdentity, ageRecipient } from './former-format-until-2027.ts'
import type { BackupKeys } from './keys.ts'

/**
 * Backups are files of the age format (age-encryption.org/v1). The passphrase is a key of SECRET_KEY, as it is written there. Where
 * BACKUP_PUBLIC_KEY is set, the file is encrypted for that recipient in its place.
 */

/** How one file is encrypted. */
export interface Encryption {
  encrypt: (plain: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>
  /**
   * Opens the file too. The server that has only the public key verifies its own file with it, and never stores it. Undefined where
   * SECRET_KEY opens the file.
   */
  identity: string | undefined
}

/** A passphrase of 256 random bits needs no slow derivation. This takes milliseconds and one megabyte. */
const scryptWorkFactor = 10

/** @param publicKey `age1…`; SECRET_KEY encrypts where absent */
export async function newEncryption(
  secrets: BackupKeys['secrets'],
  publicKey: string | undefined,
): Promise<Encryption> {
  const encrypter = new Encrypter()
  let identity: string | undefined
  if (publicKey === undefined) {
    const [first] = secrets.keys
    if (first === undefined) throw new Error('SECRET_KEY holds no key')
    encrypter.setPassphrase(first.base64)
    encrypter.setScryptWorkFactor(scryptWorkFactor)
  } else {
    identity = await generateX25519Identity()
    encrypter.addRecipient(ageRecipient(publicKey))
    encrypter.addRecipient(await identityToRecipient(identity))
  }
  return {
    identity,
    async *encrypt(plain) {
      yield* await encrypter.encrypt(streamOf(plain))
    },
  }
}

export function streamOf(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const pieces = source[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await pieces.next()
      if (next.done === true) controller.close()
      else controller.enqueue(next.value)
    },
    async cancel() {
      await pieces.return?.()
    },
  })
}

/** A new pair for BACKUP_PUBLIC_KEY and BACKUP_PRIVATE_KEY. */
export async function newKeyPair(): Promise<{ publicKey: string; privateKey: string }> {
  const privateKey = await generateX25519Identity()
  return { publicKey: await identityToRecipient(privateKey), privateKey }
}

/**
 * Every byte that leaves it is authenticated: changed, moved, missing and added pieces are refused.
 * @throws BackupError with the error of the file or its key; an error of `sealed` unchanged
 */
export async function* decrypt(sealed: AsyncIterable<Buffer>, keys: BackupKeys): AsyncGenerator<Buffer> {
  let inputError: unknown
  async function* input() {
    try {
      yield* sealed
    } catch (error) {
      inputError = error
      throw error
    }
  }
  /** The types of the recipients, where no key matches any of them. */
  let unmatched: string[] | undefined
  const decrypter = decrypterOf(keys)
  decrypter.addIdentity({
    unwrapFileKey(recipients) {
      unmatched = recipients.map(({ args: [type = ''] }) => type)
      return null
    },
  })
  try {
    const plain = await decrypter.decrypt(streamOf(input()))
    for await (const { buffer, byteOffset, byteLength } of plain) yield Buffer.from(buffer, byteOffset, byteLength)
  } catch (cause) {
    if (inputError !== undefined) throw inputError
    if (unmatched !== undefined) throw wrongKey(unmatched.includes('scrypt'), keys)
    throw damaged(cause)
  }
}

function decrypterOf({ secrets, privateKey, identity }: BackupKeys): Decrypter {
  const decrypter = new Decrypter()
  for (const { base64 } of secrets.keys) decrypter.addPassphrase(base64)
  if (identity !== undefined) decrypter.addIdentity(identity)
  if (privateKey !== undefined) {
    try {
      decrypter.addIdentity(ageIdentity(privateKey))
    } catch (cause) {
      throw invalidPrivateKey(cause)
    }
  }
  return decrypter
}

function wrongKey(isForSecretKey: boolean, { privateKey }: BackupKeys): BackupError {
  const needed = isForSecretKey
    ? 'la chiave di SECRET_KEY con cui fu cifrato (senza SECRET_KEY: il file secret.key della cartella dei dati di allora)'
    : 'la metà privata della chiave, in BACKUP_PRIVATE_KEY'
  const found = !isForSecretKey && privateKey === undefined ? 'non c’è' : 'è un’altra'
  return missingKey(needed, found)
}
