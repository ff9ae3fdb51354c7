/**
 * Slots by a key that is kept elsewhere, as numbers outside the heap: open addressing with linear probing. A `Map` of a million strings
 * takes 100 MB, and the garbage collector visits each of them.
 */
export interface SlotIndex {
  /**
   * @param hash an unsigned number of 32 bits
   * @param has whether a slot with this hash has the sought key itself
   * @returns 0 where no slot has it
   */
  find: (hash: number, has: (slot: number) => boolean) => number
  /** @param slot from 1; not in the index */
  add: (hash: number, slot: number) => void
  /** False where the slot is not in the index under this hash. */
  delete: (hash: number, slot: number) => boolean
}

const fewest = 1_024

export function createSlotIndex(): SlotIndex {
  /** For each place a hash and a slot; slot 0 where the place is free. */
  let places = new Uint32Array(2 * fewest)
  let mask = fewest - 1
  let size = 0
  const hashAt = (place: number) => places[2 * place] ?? 0
  const slotAt = (place: number) => places[2 * place + 1] ?? 0

  function write(place: number, hash: number, slot: number): void {
    places[2 * place] = hash
    places[2 * place + 1] = slot
  }

  function put(hash: number, slot: number): void {
    let place = hash & mask
    while (slotAt(place) !== 0) place = (place + 1) & mask
    write(place, hash, slot)
  }

  /** Twice the places: 30 ms at half a million slots, once. */
  function grow(): void {
    const before = places
    places = new Uint32Array(2 * before.length)
    mask = 2 * mask + 1
    for (let at = 0; at < before.length; at += 2) {
      const slot = before[at + 1] ?? 0
      if (slot !== 0) put(before[at] ?? 0, slot)
    }
  }

  return {
    find(hash, has) {
      for (let place = hash & mask; slotAt(place) !== 0; place = (place + 1) & mask)
        if (hashAt(place) === hash && has(slotAt(place))) return slotAt(place)
      return 0
    },
    add(hash, slot) {
      size += 1
      if (3 * size > 2 * mask) grow()
      put(hash, slot)
    },
    delete(hash, slot) {
      let hole = hash & mask
      while (slotAt(hole) !== slot) {
        if (slotAt(hole) === 0) return false
        hole = (hole + 1) & mask
      }
      size -= 1
      // A slot behind the hole that would be sought from before it moves into it.
      for (let place = (hole + 1) & mask; slotAt(place) !== 0; place = (place + 1) & mask) {
        if (((place - hashAt(place)) & mask) < ((place - hole) & mask)) continue
        write(hole, hashAt(place), slotAt(place))
        hole = place
      }
      write(hole, 0, 0)
      return true
    },
  }
}
