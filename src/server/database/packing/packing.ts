import { digitsName, formats } from './format.ts'
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

/** The bytes of what moves are filled up to a multiple of this: the length of a value stands before its bytes, and would move too. */
const step = 32

/**
 * Names whose values nearly each request changes, between blanks, and whether these values stand before or after all others. They stand
 * together, towards the columns of the row that move as well: PostgreSQL's log leaves out the bytes with which a replaced row begins and
 * ends as before.
 */
export interface Moving {
  names: string
  at: 'start' | 'end'
}

/**
 * Packs values whose usual names take one byte each.
 * @param listed at most 254 names between blanks; stored values refer to them by their place: new ones are added at the end, none is ever
 * removed
 */
export function createPacking(moving: Moving, ...listed: readonly string[]): Packing {
  const names = listed.flatMap((line) => line.split(' '))
  if (names.length > digitsName) throw new RangeError('a packing knows at most 254 names')
  const known = {
    places: new Map(names.map((name, place) => [name, place])),
    moving: new Set(moving.names.split(' ')),
  }
  const moved = new Writer(known, null)
  const still = new Writer(known, moved)
  const head = new Writer(known, null)
  const movesFirst = moving.at === 'start'
  return {
    pack(value) {
      for (const writer of [moved, still, head]) writer.begin()
      still.value(value)
      moved.fill(step)
      const [first, second] = movesFirst ? [moved, still] : [still, moved]
      head.byte(movesFirst ? formats.movesFirst : formats.movesLast)
      head.varint(first.bytes.length)
      const parts = [head.bytes, first.bytes, second.bytes]
      const packed = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
      let end = 0
      for (const part of parts) {
        packed.set(part, end)
        end += part.length
      }
      return packed
    },
    unpack(bytes) {
      const reader = new Reader(bytes, names)
      const format = reader.byte()
      if (format === formats.whole) return whole(reader)
      if (format !== formats.movesLast && format !== formats.movesFirst)
        throw new Error(`a value packed in format ${format}`)
      const first = reader.part(reader.varint())
      const second = reader.rest()
      const [movedPart, stillPart] = format === formats.movesFirst ? [first, second] : [second, first]
      const movedReader = new Reader(movedPart, names)
      const value = whole(new Reader(stillPart, names, movedReader))
      movedReader.fill(step)
      if (!movedReader.isAtEnd) throw new Error('a packed value ends before its bytes')
      return value
    },
  }
}

function whole(reader: Reader): unknown {
  const value = reader.value()
  if (!reader.isAtEnd) throw new Error('a packed value ends before its bytes')
  return value
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
