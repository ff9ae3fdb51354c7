import { foldText, type ListedTrader } from '../listed.ts'
import { createByteStore, type ByteStore } from './byte-store.ts'

/** A short text for each slot, side by side as bytes: a search reads them in a row, and wakes no string. */
export interface SearchTexts extends Pick<ByteStore, 'get' | 'set' | 'setAll' | 'length'> {
  /** 1 for each slot below `slots` whose text contains a part of at least one character. */
  containing: (part: string, slots: number) => Uint8Array
}

/** Name, username and instruments, each on a line of its own. The line of an instrument begins with a sign that no name has. */
export function searchText({ entry, sought }: ListedTrader): Buffer {
  const lines = [entry.display_name, entry.username, ...sought.symbols.map((symbol) => `$${symbol}`)]
  return Buffer.from(lines.map(foldText).join('\n'))
}

export function createSearchTexts(): SearchTexts {
  const texts = createByteStore()
  return {
    get: texts.get,
    set: texts.set,
    setAll: texts.setAll,
    length: texts.length,
    containing(part, slots) {
      const found = new Uint8Array(slots)
      const sought = Buffer.from(part)
      const end = sought.length - 1
      // Boyer–Moore–Horspool: the byte under the part's end tells how far the part may move on.
      const steps = new Uint32Array(256).fill(sought.length)
      for (const [at, byte] of sought.subarray(0, end).entries()) steps[byte] = end - at
      for (let slot = 0; slot < slots; slot += 1) {
        const bytes = texts.chunk(slot)
        const start = texts.start(slot)
        const after = start + texts.length(slot)
        for (let at = start + end; at < after; at += steps[bytes[at] ?? 0] ?? 1) {
          let same = 0
          while (same <= end && bytes[at - same] === sought[end - same]) same += 1
          if (same > end) {
            found[slot] = 1
            break
          }
        }
      }
      return found
    },
  }
}
