import { createColumn } from './column.ts'
import { createSlotIndex } from './slot-index.ts'

/** The ids of a table's traders, 16 bytes each, by slot, and the slots by id. Slot 0 has none. */
export interface TraderIds {
  /** Empty for a slot that is not in use. */
  of: (slot: number) => string
  /** `of` for the ids of this moment: later changes do not reach it. It copies them all, 5 ms for a million. */
  copy: () => (slot: number) => string
  /** 0 where no slot has the id. */
  slotOf: (traderId: string) => number
  isUsed: (slot: number) => boolean
  /** @param slot not in use @throws TypeError for an id that is no UUID in lower case */
  set: (slot: number, traderId: string) => void
  /** The slot is not in use from now on. */
  delete: (slot: number) => void
  /** Gives slot 0 an id to compare with; `slotOf` never finds it. A text that is no id sorts before all ids. */
  setSought: (traderId: string) => void
  /** As the texts compare. */
  compare: (a: number, b: number) => number
  /**
   * The slots in use. Traders may come and go while they are read: those who stay are among them, and those who take a slot that was
   * passed come last.
   */
  slots: () => IteratorObject<number>
}

const dash = 45
/** 1 where the text of an id has a dash. */
const isDash = Uint8Array.from({ length: 36 }, (_, at) => Number([8, 13, 18, 23].includes(at)))
const digits = Buffer.from('0123456789abcdef')
/** Ids are random in their last word; those of tests count up. */
const hashOf = (part: (word: number) => number) => Math.imul(part(0) ^ part(1) ^ part(2) ^ part(3), 0x9e3779b1) >>> 0
/** The values of hexadecimal digits by their codes; 255 for any other code. */
const digitValues = new Uint8Array(128).fill(255)
for (const [value, code] of digits.entries()) digitValues[code] = value

export function createTraderIds(): TraderIds {
  const words = [0, 1, 2, 3].map(() => createColumn(Uint32Array))
  const index = createSlotIndex()
  /** One more than the highest slot that had an id. */
  let length = 1
  /** The id of the last `parse`. */
  const sought = new Uint32Array(words.length)
  const text = Buffer.alloc(isDash.length, dash)
  /** Each reader of the slots: how far it is, and who took a slot before that. */
  const readers = new Set<{ at: number; late: number[] }>()

  function parse(traderId: string): boolean {
    if (traderId.length !== text.length) return false
    let at = 0
    for (let word = 0; word < words.length; word += 1) {
      let value = 0
      for (let digit = 0; digit < 8; digit += 1) {
        if (isDash[at] === 1) {
          if (traderId.charCodeAt(at) !== dash) return false
          at += 1
        }
        const digitValue = digitValues[traderId.charCodeAt(at)] ?? 255
        if (digitValue === 255) return false
        value = (value << 4) | digitValue
        at += 1
      }
      sought[word] = value
    }
    return true
  }

  const values = () => words.map((column) => column.values)
  const wordOf = (slot: number, word: number) => words[word]?.values[slot] ?? 0
  const isSought = (slot: number) => sought.every((value, word) => wordOf(slot, word) === value)
  const isUsed = (slot: number) => (wordOf(slot, 0) | wordOf(slot, 1) | wordOf(slot, 2) | wordOf(slot, 3)) !== 0

  function textOf(columns: readonly Uint32Array[], slot: number): string {
    let at = 0
    let isEmpty = true
    for (const column of columns) {
      const value = column[slot] ?? 0
      isEmpty &&= value === 0
      for (let shift = 28; shift >= 0; shift -= 4) {
        at += isDash[at] ?? 0
        text[at] = digits[(value >>> shift) & 15] ?? 0
        at += 1
      }
    }
    return isEmpty ? '' : text.toString('latin1')
  }

  return {
    of: (slot) => textOf(values(), slot),
    copy() {
      const copied = values().map((column) => column.slice(0, length))
      return (slot) => textOf(copied, slot)
    },
    isUsed,
    slotOf: (traderId) =>
      parse(traderId)
        ? index.find(
            hashOf((word) => sought[word] ?? 0),
            isSought,
          )
        : 0,
    set(slot, traderId) {
      if (!parse(traderId)) throw new TypeError(`${traderId} is no id of a trader`)
      for (const [word, column] of words.entries()) column.set(slot, sought[word] ?? 0)
      index.add(
        hashOf((word) => wordOf(slot, word)),
        slot,
      )
      length = Math.max(length, slot + 1)
      for (const { at, late } of readers) if (slot <= at) late.push(slot)
    },
    setSought(traderId) {
      const isId = parse(traderId)
      for (const [word, column] of words.entries()) column.set(0, isId ? (sought[word] ?? 0) : 0)
    },
    delete(slot) {
      index.delete(
        hashOf((word) => wordOf(slot, word)),
        slot,
      )
      for (const column of words) column.set(slot, 0)
    },
    compare(a, b) {
      for (let word = 0; word < words.length; word += 1) {
        const difference = wordOf(a, word) - wordOf(b, word)
        if (difference !== 0) return difference
      }
      return 0
    },
    *slots() {
      const reader = { at: 0, late: [] as number[] }
      readers.add(reader)
      try {
        while (reader.at < length - 1) {
          reader.at += 1
          if (isUsed(reader.at)) yield reader.at
        }
        for (const slot of reader.late) if (isUsed(slot)) yield slot
      } finally {
        readers.delete(reader)
      }
    },
  }
}
