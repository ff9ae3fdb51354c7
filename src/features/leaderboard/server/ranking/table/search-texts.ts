import { createColumn } from './column.ts'

/** A short text for each slot, side by side in one array: a search reads them in a row, and wakes no string. */
export interface SearchTexts {
  set: (slot: number, text: string) => void
  /** 1 for each slot below `slots` whose text contains a part. */
  containing: (part: string, slots: number) => Uint8Array
}

const firstBytes = 1 << 16

export function createSearchTexts(): SearchTexts {
  let bytes = new Uint8Array(firstBytes)
  let used = 0
  const starts = createColumn(Uint32Array)
  const lengths = createColumn(Uint32Array)
  /** Bytes of texts that were replaced by longer ones. */
  let unused = 0

  /** Moves all texts together, into an array with room for as much again. */
  function compact(more: number): void {
    const moved = new Uint8Array(Math.max(firstBytes, 2 * (used - unused + more)))
    let end = 0
    for (const [slot, length] of lengths.values.entries()) {
      const start = starts.values[slot] ?? 0
      moved.set(bytes.subarray(start, start + length), end)
      starts.set(slot, end)
      end += length
    }
    bytes = moved
    used = end
    unused = 0
  }

  return {
    set(slot, text) {
      const encoded = Buffer.from(text)
      const length = lengths.values[slot] ?? 0
      if (encoded.length > length) {
        unused += length
        lengths.set(slot, 0)
        if (used + encoded.length > bytes.length) compact(encoded.length)
        starts.set(slot, used)
        used += encoded.length
      } else unused += length - encoded.length
      bytes.set(encoded, starts.values[slot] ?? 0)
      lengths.set(slot, encoded.length)
    },
    containing(part, slots) {
      const found = new Uint8Array(slots)
      const sought = Buffer.from(part)
      const first = sought[0]
      for (let slot = 0; slot < slots; slot += 1) {
        const start = starts.values[slot] ?? 0
        const last = start + (lengths.values[slot] ?? 0) - sought.length
        for (let at = start; at <= last; at += 1) {
          if (bytes[at] !== first) continue
          let same = 1
          while (same < sought.length && bytes[at + same] === sought[same]) same += 1
          if (same === sought.length) {
            found[slot] = 1
            break
          }
        }
      }
      return found
    },
  }
}
