import type { ByteStore } from './byte-store.ts'
import type { Column } from './column.ts'

/** Some traders as a table has them: a stored table is a series of these. */
export interface Block {
  ids: string[]
  usernames: string[]
  /** Texts of the filters by their codes, from 1: at least those of these traders. */
  codes: string[]
  /** For each column the numbers of the traders. */
  numbers: Float64Array
  /** For each store the lengths of the traders' values, which lie in `bytes` in this order. */
  lengths: Uint32Array
  bytes: Uint8Array
}

/** The order of a block's parts: a block of another one cannot be read. */
export const blockLayout = 'by column, keys descending'

/** Where a table has the numbers and values of its slots. */
export interface Stores {
  numbers: readonly Column<Float64Array | Uint32Array | Uint16Array | Uint8Array>[]
  values: readonly Pick<ByteStore, 'get' | 'setAll' | 'length'>[]
}

/** The part of a block that is numbers and bytes. */
export function packSlots(
  slots: readonly number[],
  { numbers, values }: Stores,
): Pick<Block, 'numbers' | 'lengths' | 'bytes'> {
  return {
    numbers: Float64Array.from(numbers.flatMap((column) => slots.map((slot) => column.values[slot] ?? 0))),
    lengths: Uint32Array.from(values.flatMap((store) => slots.map(store.length))),
    bytes: Buffer.concat(values.flatMap((store) => slots.map(store.get))),
  }
}

/** @param first of the slots of the block's traders, which stand one after another and are empty */
export function unpackSlots(
  { ids, numbers: figures, lengths, bytes }: Block,
  { numbers, values }: Stores,
  first: number,
): void {
  const part = <T extends Float64Array | Uint32Array>(all: T, at: number) =>
    all.subarray(at * ids.length, (at + 1) * ids.length) as T
  for (const [at, column] of numbers.entries()) column.setAll(first, part(figures, at))
  let start = 0
  for (const [at, store] of values.entries()) start = store.setAll(first, part(lengths, at), bytes, start)
}
