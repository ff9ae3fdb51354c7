import { createColumn } from './column.ts'

/**
 * Short values by slot, as bytes outside the heap: the garbage collector neither visits nor moves them. A value takes whole units of a
 * chunk. One that grows or shrinks by a unit moves, and what it leaves is used by others: no change costs more than its own value.
 */
export interface ByteStore {
  /** An empty value takes no space. @throws RangeError for more than a chunk, 2 MiB */
  set: (slot: number, value: Uint8Array) => void
  /**
   * Sets the values of empty slots one after another.
   * @param start of the first value in `bytes`; each follows the one before
   * @returns the end of the last one
   */
  setAll: (first: number, lengths: Uint32Array, bytes: Uint8Array, start: number) => number
  /** Empty where nothing was set. A part of the store, which the next `set` may write over. */
  get: (slot: number) => Buffer
  length: (slot: number) => number
  /** Where a value that is not empty lies. */
  chunk: (slot: number) => Buffer
  start: (slot: number) => number
}

const unitBits = 5
const unitBytes = 1 << unitBits
const chunkBits = 16
const chunkUnits = 1 << chunkBits
const chunkMask = chunkUnits - 1
const nothing = Buffer.alloc(0)

const unitsOf = (bytes: number) => (bytes + unitBytes - 1) >>> unitBits

export function createByteStore(): ByteStore {
  let chunks: Buffer[] = []
  /** Free places by their units. */
  let free: number[][] = []
  /** The first unit that was never used, counted over all chunks. */
  let end = 0
  let values = 0
  const units = createColumn(Uint32Array)
  const lengths = createColumn(Uint32Array)

  function release(unit: number, count: number): void {
    if (count > 0) (free[count] ??= []).push(unit)
  }

  /** The smallest free place that is large enough, or a new one. */
  function take(count: number): number {
    for (let size = count; size < free.length; size += 1) {
      const unit = free[size]?.pop()
      if (unit === undefined) continue
      release(unit + count, size - count)
      return unit
    }
    const left = chunkUnits * chunks.length - end
    if (left < count) {
      if (count > chunkUnits) throw new RangeError(`a value of ${count} units`)
      release(end, left)
      end = chunkUnits * chunks.length
      chunks.push(Buffer.allocUnsafeSlow(chunkUnits << unitBits))
    }
    end += count
    return end - count
  }

  const chunk = (slot: number) => chunks[(units.values[slot] ?? 0) >>> chunkBits] ?? nothing
  const start = (slot: number) => ((units.values[slot] ?? 0) & chunkMask) << unitBits

  return {
    chunk,
    start,
    length: (slot) => lengths.values[slot] ?? 0,
    set(slot, value) {
      const before = lengths.values[slot] ?? 0
      const held = unitsOf(before)
      const needed = unitsOf(value.length)
      values += Number(needed > 0) - Number(held > 0)
      if (held !== needed) {
        const unit = needed === 0 ? 0 : take(needed)
        release(units.values[slot] ?? 0, held)
        units.set(slot, unit)
      }
      if (before !== value.length) lengths.set(slot, value.length)
      if (needed > 0) chunk(slot).set(value, start(slot))
      else if (values === 0) {
        chunks = []
        free = []
        end = 0
      }
    },
    setAll(first, valueLengths, bytes, from) {
      const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
      lengths.setAll(first, Float64Array.from(valueLengths))
      let at = from
      for (let index = 0; index < valueLengths.length; index += 1) {
        const length = valueLengths[index] ?? 0
        if (length === 0) continue
        const slot = first + index
        units.set(slot, take(unitsOf(length)))
        source.copy(chunk(slot), start(slot), at, at + length)
        values += 1
        at += length
      }
      return at
    },
    get(slot) {
      const length = lengths.values[slot] ?? 0
      const from = start(slot)
      return length === 0 ? nothing : chunk(slot).subarray(from, from + length)
    },
  }
}
