import { foldText, type ListedTrader } from '../listed.ts'
import { createByteStore, type ByteStore } from './byte-store.ts'
import { createColumn } from './column.ts'

/** A short text for each slot, side by side as bytes: a search reads them in a row, and wakes no string. */
export interface SearchTexts extends Pick<ByteStore, 'get' | 'set' | 'setAll' | 'length'> {
  /**
   * 1 for each slot below `slots` whose text contains a part of at least one character.
   * @param among 1 for each slot that matters; without it all do
   */
  containing: (part: string, slots: number, among?: Uint8Array | null) => Uint8Array
}

/** Name, username and instruments, each on a line of its own. The line of an instrument begins with a sign that no name has. */
export function searchText({ entry, sought }: ListedTrader): Buffer {
  const lines = [entry.display_name, entry.username, ...sought.symbols.map((symbol) => `$${symbol}`)]
  return Buffer.from(lines.map(foldText).join('\n'))
}

/** Bits of the letters a to z; the six others stand for all other bytes. */
const letterBits = Int32Array.from({ length: 256 }, (_, byte) => 1 << (isLetter(byte) ? byte - 97 : 26 + (byte % 6)))

function isLetter(byte: number): boolean {
  return byte >= 97 && byte <= 122
}

/** Which bytes and which pairs of bytes stand in a text, as bits: a text with a part has all bits of the part. */
interface Signature {
  letters: number
  /** 64 bits: instruments fill half of 32. */
  pairs: [number, number]
}

function signatureOf(bytes: Uint8Array, start: number, end: number): Signature {
  const pairs: Signature['pairs'] = [0, 0]
  let letters = 0
  let before = -1
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0
    letters |= letterBits[byte] ?? 0
    if (before >= 0) {
      const hash = Math.imul((before << 8) | byte, 0x9e3779b1) >>> 26
      pairs[hash < 32 ? 0 : 1] |= 1 << (hash & 31)
    }
    before = byte
  }
  return { letters, pairs }
}

export function createSearchTexts(): SearchTexts {
  const texts = createByteStore()
  const letters = createColumn(Uint32Array)
  const pairs = [createColumn(Uint32Array), createColumn(Uint32Array)] as const

  function sign(slot: number, bytes: Uint8Array, start: number, end: number): void {
    const signature = signatureOf(bytes, start, end)
    letters.set(slot, signature.letters)
    pairs[0].set(slot, signature.pairs[0])
    pairs[1].set(slot, signature.pairs[1])
  }

  return {
    get: texts.get,
    set(slot, value) {
      texts.set(slot, value)
      sign(slot, value, 0, value.length)
    },
    setAll(first, lengths, bytes, start) {
      let at = start
      for (const [index, length] of lengths.entries()) {
        sign(first + index, bytes, at, at + length)
        at += length
      }
      return texts.setAll(first, lengths, bytes, start)
    },
    length: texts.length,
    containing(part, slots, among = null) {
      const found = new Uint8Array(slots)
      const sought = Buffer.from(part)
      const signature = signatureOf(sought, 0, sought.length)
      // One letter has a bit of its own.
      const isExact = sought.length === 1 && isLetter(sought[0] ?? 0)
      const contains = searchOf(texts, sought)
      const [withLetters, withLow, withHigh] = [letters.values, pairs[0].values, pairs[1].values]
      const [low, high] = signature.pairs
      for (let slot = 0; slot < slots; slot += 1) {
        if (among !== null && among[slot] !== 1) continue
        if (((withLetters[slot] ?? 0) & signature.letters) !== signature.letters) continue
        if (((withLow[slot] ?? 0) & low) !== low || ((withHigh[slot] ?? 0) & high) !== high) continue
        if (isExact || contains(slot)) found[slot] = 1
      }
      return found
    },
  }
}

/** Whether the text of a slot contains a part: Boyer–Moore–Horspool. */
function searchOf(texts: ByteStore, sought: Uint8Array): (slot: number) => boolean {
  const end = sought.length - 1
  // The byte under the part's end tells how far the part may move on.
  const steps = new Uint32Array(256).fill(sought.length)
  for (const [at, byte] of sought.subarray(0, end).entries()) steps[byte] = end - at
  return (slot) => {
    const bytes = texts.chunk(slot)
    const start = texts.start(slot)
    const after = start + texts.length(slot)
    for (let at = start + end; at < after; at += steps[bytes[at] ?? 0] ?? 1) {
      let same = 0
      while (same <= end && bytes[at - same] === sought[end - same]) same += 1
      if (same > end) return true
    }
    return false
  }
}
