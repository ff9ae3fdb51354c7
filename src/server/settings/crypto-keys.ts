import { createHash } from 'node:crypto'

export interface Key {
  /** Stands before each value that the key sealed. */
  id: string
  bytes: Buffer
}

export const keyBytes = 32

/**
 * Parses `id:base64,id:base64`. A key without id is named after its own hash, so that it can be rotated out as well. `keysError` checks.
 */
export function parseKeys(setting: string): Key[] {
  return setting.split(',').map((part) => {
    const [, id, encoded = ''] = /^(?:([\w-]+):)?([\w+/=-]+)$/.exec(part.trim()) ?? []
    const bytes = Buffer.from(encoded, 'base64')
    return { id: id ?? createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes }
  })
}

/** The error in SECRET_KEY, as its line in the list of errors; null where there is none. */
export function keysError(setting: string): string | null {
  const keys = parseKeys(setting)
  if (keys.some(({ bytes }) => bytes.length !== keyBytes)) {
    return 'deve contenere chiavi "id:base64" di 32 byte: openssl rand -base64 32'
  }
  return new Set(keys.map(({ id }) => id)).size === keys.length ? null : 'contiene due chiavi con lo stesso id'
}

/** Whether one of the keys is one byte again and again: an example, which attackers try first. */
export const hasGuessableKey = (setting: string) =>
  parseKeys(setting).some(({ bytes }) => bytes.length > 0 && bytes.every((byte) => byte === bytes[0]))
