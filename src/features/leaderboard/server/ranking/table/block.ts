import type { ByteStore } from './byte-store.ts'
import type { Column } from './column.ts'

/** Some traders as a table has them: a stored table is a series of these. */
export interface Block {
  ids: string[]
  usernames: string[]
  /** Texts of the filters by their codes, from 1: at least those of these traders. */
  codes: string[]
  /** For each trader the number of each column. */
  numbers: Float64Array
  /** For each trader the lengths of its values in `bytes`. */
  lengths: Uint32Array
  bytes: Uint8Array
}

/** Where a table has the numbers and values of its slots. */
export interface Stores {
  numbers: readonly Column<Float64Array | Uint32Array | Uint16Array | Uint8Array>[]
  values: readonly Pick<ByteStore, 'get' | 'set' | 'length'>[]
}

/** The part of a block that is numbers and bytes. */
export function packSlots(
  slots: readonly number[],
  { numbers, values }: Stores,
): Pick<Block, 'numbers' | 'lengths' | 'bytes'> {
  return {
    numbers: Float64Array.from(slots.flatMap((slot) => numbers.map((column) => column.values[slot] ?? 0))),
    lengths: Uint32Array.from(slots.flatMap((slot) => values.map((store) => store.length(slot)))),
    bytes: Buffer.concat(slots.flatMap((slot) => values.map((store) => store.get(slot)))),
  }
}

/** @param slotOf gives each trader of the block, by its index, a slot; null for one that is left out */
export function unpackSlots(
  { ids, numbers: figures, lengths, bytes }: Block,
  { numbers, values }: Stores,
  slotOf: (index: number) => number | null,
): void {
  let start = 0
  for (const index of ids.keys()) {
    const slot = slotOf(index)
    for (const [at, store] of values.entries()) {
      const end = start + (lengths[index * values.length + at] ?? 0)
      if (slot !== null) store.set(slot, bytes.subarray(start, end))
      start = end
    }
    if (slot === null) continue
    for (const [at, column] of numbers.entries()) column.set(slot, figures[index * numbers.length + at] ?? 0)
  }
}
