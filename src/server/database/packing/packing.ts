import { digitsName, formatVersion } from './format.ts'
import { Reader } from './reader.ts'
import { Writer } from './writer.ts'

/**
 * Plain JSON as bytes, for a `bytea` column that nearly each request rewrites: a fifth of the same value as `jsonb`. It is unpacked as
 * `JSON.parse` would read it. The first byte is the version of the format.
 */
export interface Packing {
  pack: (value: unknown) => Uint8Array
  /** @throws Error where the bytes are damaged, or of a later version */
  unpack: (bytes: Uint8Array) => unknown
}

/**
 * Packs values whose usual names take one byte each.
 * @param listed at most 254 names between blanks; stored values refer to them by their place: new ones are added at the end, none is ever
 * removed
 */
export function createPacking(...listed: readonly string[]): Packing {
  const names = listed.flatMap((line) => line.split(' '))
  if (names.length > digitsName) throw new RangeError('a packing knows at most 254 names')
  const places = new Map(names.map((name, place) => [name, place]))
  return {
    pack(value) {
      const writer = new Writer(places)
      writer.byte(formatVersion)
      writer.value(value)
      return writer.done()
    },
    unpack(bytes) {
      const reader = new Reader(bytes, names)
      const version = reader.byte()
      if (version !== formatVersion) throw new Error(`a value packed in format ${version}`)
      const value = reader.value()
      if (!reader.isAtEnd) throw new Error('a packed value ends before its bytes')
      return value
    },
  }
}

/** Values one after the other: many `bytea` values as one parameter, which PostgreSQL need not parse. */
export interface Joined {
  bytes: Uint8Array
  /** The place of each value for `substring`, from 1, and its length; both null where there is no value. */
  starts: (number | null)[]
  lengths: (number | null)[]
}

export function joined(values: readonly (Uint8Array | null)[]): Joined {
  const starts: (number | null)[] = []
  const lengths: (number | null)[] = []
  let end = 1
  for (const value of values) {
    starts.push(value && end)
    lengths.push(value && value.length)
    end += value?.length ?? 0
  }
  return { bytes: Buffer.concat(values.filter((value) => value !== null)), starts, lengths }
}
