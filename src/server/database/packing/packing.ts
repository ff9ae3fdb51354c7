import { digitsName, formats } from './format.ts'
import { Reader } from './reader.ts'
import { Writer } from './writer.ts'

/**
 * Plain JSON as bytes, for a `bytea` column that nearly each request rewrites: a fifth of the same value as `jsonb`. It is unpacked as
 * `JSON.parse` would read it. The first byte is the version of the format.
 */
export interface Packing {
  pack: (value: unknown) => Packed
  /** @throws Error where the bytes are damaged */
  unpack: (packed: Packed) => unknown
  /** Reads a value that an earlier program stored alone. @throws Error where the bytes are damaged, or of a later version */
  unpackAlone: (bytes: Uint8Array) => unknown
}

/** A value in two parts. */
export interface Packed {
  /** Values of the names that nearly each request changes. */
  moved: Uint8Array
  still: Uint8Array
}

/**
 * Packs values whose usual names take one byte each. The moving values stand before all others: PostgreSQL's log leaves out the bytes with
 * which a replaced row begins and ends as before.
 * @param moving names whose values nearly each request changes, between blanks
 * @param listed at most 254 names between blanks; stored values refer to them by their place: new ones are added at the end, none is ever
 * removed
 */
export function createPacking(moving: string, ...listed: readonly string[]): Packing {
  const names = listed.flatMap((line) => line.split(' '))
  if (names.length > digitsName) throw new RangeError('a packing knows at most 254 names')
  const known = {
    places: new Map(names.map((name, place) => [name, place])),
    moving: new Set(moving.split(' ')),
  }
  const moved = new Writer(known, null)
  const still = new Writer(known, moved)
  const unpack = ({ moved: movedPart, still: stillPart }: Packed): unknown => {
    const movedReader = new Reader(movedPart, names)
    const value = whole(new Reader(stillPart, names, movedReader))
    movedReader.fill()
    return value
  }
  return {
    pack(value) {
      moved.begin()
      still.begin()
      still.value(value)
      // Copies: the writers go on to the next value. Slices of a common block, since most live for a moment.
      return { moved: Buffer.from(moved.bytes), still: Buffer.from(still.bytes) }
    },
    unpack,
    unpackAlone(bytes) {
      const reader = new Reader(bytes, names)
      const format = reader.byte()
      if (format === formats.whole) return whole(reader)
      if (format !== formats.movesLast && format !== formats.movesFirst)
        throw new Error(`a value packed in format ${format}`)
      const first = reader.part(reader.varint())
      const second = reader.rest()
      return unpack(format === formats.movesFirst ? { moved: first, still: second } : { moved: second, still: first })
    },
  }
}

/** Columns behind the value keep their place where the lengths of its moving parts change. */
const alignment = 8
const heads = new Writer({ places: new Map(), moving: new Set() }, null)

/** Several packed values as one: what moves of each, then what stays of each. `partOf` gives each one back. */
export function together(values: readonly Packed[]): Uint8Array {
  heads.begin()
  heads.byte(formats.together)
  heads.varint(values.length)
  let length = 0
  for (const { moved, still } of values) {
    heads.varint(moved.length)
    heads.varint(still.length)
    length += moved.length
  }
  const head = heads.bytes
  const start = head.length + length
  const stills = values.reduce((sum, { still }) => sum + still.length, 0)
  const bytes = new Uint8Array(start + fillOf(start) + stills)
  bytes.set(head)
  let end = head.length
  for (const { moved } of values) {
    bytes.set(moved, end)
    end += moved.length
  }
  end += fillOf(end)
  for (const { still } of values) {
    bytes.set(still, end)
    end += still.length
  }
  return bytes
}

const fillOf = (length: number) => (alignment - (length % alignment)) % alignment

/** One of the values of `together`, by its place from 0; its parts are parts of `bytes`. @throws Error where the bytes are damaged */
export function partOf(bytes: Uint8Array, place: number): Packed {
  const reader = new Reader(bytes, [])
  const format = reader.byte()
  if (format !== formats.together) throw new Error(`values packed in format ${format}`)
  const count = reader.varint()
  let [movedAt, moved, stillAt, still] = [0, 0, 0, 0]
  let [movedLength, stillLength] = [0, 0]
  for (let at = 0; at < count; at += 1) {
    const [movedHere, stillHere] = [reader.varint(), reader.varint()]
    if (at === place) [movedAt, moved, stillAt, still] = [movedLength, movedHere, stillLength, stillHere]
    movedLength += movedHere
    stillLength += stillHere
  }
  const start = reader.at
  const stillStart = start + movedLength + fillOf(start + movedLength)
  if (place >= count || stillStart + stillLength > bytes.length) throw new Error('values packed together are cut off')
  const partAt = (from: number, length: number) => bytes.subarray(from, from + length)
  return { moved: partAt(start + movedAt, moved), still: partAt(stillStart + stillAt, still) }
}

function whole(reader: Reader): unknown {
  const value = reader.value()
  reader.end()
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
