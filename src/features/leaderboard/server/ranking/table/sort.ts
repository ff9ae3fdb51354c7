import { endianness } from 'node:os'

const digitBits = 16
const mask = (1 << digitBits) - 1
/** The digits of a number of 64 bits, the lowest one first. */
const digits = [
  ['low', 0],
  ['low', digitBits],
  ['high', 0],
  ['high', digitBits],
] as const
/** Where the words of a number lie. */
const [lowWord, highWord] = endianness() === 'LE' ? [0, 1] : [1, 0]

/**
 * Sorts slots by figures in place, the highest first; slots of equal figures keep their order. The figures are by slot, none of them NaN.
 */
export type Sort = (slots: Uint32Array, figures: Float64Array) => void

/**
 * A radix sort: a million slots take a fifth of the time that comparisons take. Its memory serves all sorts, since the garbage collector
 * runs for memory outside the heap, too.
 * @param most slots of one sort
 */
export function createSort(most: number): Sort {
  const created = () => ({ slots: new Uint32Array(most), high: new Uint32Array(most), low: new Uint32Array(most) })
  let from = created()
  let to = created()
  const places = new Uint32Array(1 << digitBits)
  const number = new Float64Array(1)
  const words = new Uint32Array(number.buffer)

  /** Keys that rise where the figures fall. */
  function writeKeys(slots: Uint32Array, figures: Float64Array): void {
    for (let index = 0; index < slots.length; index += 1) {
      const slot = slots[index] ?? 0
      from.slots[index] = slot
      // 0 in place of -0, which compares as equal.
      number[0] = (figures[slot] ?? 0) + 0
      const high = words[highWord] ?? 0
      const low = words[lowWord] ?? 0
      // The bits of negative numbers rise where these fall.
      const isNegative = high >>> 31 === 1
      from.high[index] = isNegative ? high : high ^ 0x7fffffff
      from.low[index] = isNegative ? low : ~low
    }
  }

  return (slots, figures) => {
    const count = slots.length
    writeKeys(slots, figures)
    for (const [word, shift] of digits) {
      const keys = from[word]
      places.fill(0)
      for (let index = 0; index < count; index += 1) {
        const digit = ((keys[index] ?? 0) >>> shift) & mask
        places[digit] = (places[digit] ?? 0) + 1
      }
      // One that all have puts nothing in order: the low digits of whole numbers.
      if (places[((keys[0] ?? 0) >>> shift) & mask] === count) continue
      let before = 0
      for (let digit = 0; digit <= mask; digit += 1) {
        const own = places[digit] ?? 0
        places[digit] = before
        before += own
      }
      for (let index = 0; index < count; index += 1) {
        const digit = ((keys[index] ?? 0) >>> shift) & mask
        const place = places[digit] ?? 0
        places[digit] = place + 1
        to.slots[place] = from.slots[index] ?? 0
        to.high[place] = from.high[index] ?? 0
        to.low[place] = from.low[index] ?? 0
      }
      ;[from, to] = [to, from]
    }
    slots.set(from.slots.subarray(0, count))
  }
}
