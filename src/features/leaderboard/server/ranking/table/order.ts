import { createColumn } from './column.ts'

/** Slots of a table in a total order. One change costs a search and the copy of half a page, whatever the length. */
export interface Order {
  readonly size: number
  /** Puts a slot where its keys say: a new one, or one whose keys have changed. No other call may come between the change and this one. */
  place: (slot: number) => void
  remove: (slot: number) => void
  /** Fills an empty order. @param sorted slots in this order */
  fill: (sorted: Uint32Array) => void
  /** The slot at an index from 0. */
  at: (index: number) => number | undefined
  /** How many slots come before this one, which need not be in the order. */
  countBefore: (slot: number) => number
  /** All slots. The array is replaced after a change and must not be written. */
  slots: () => Uint32Array
}

/** Slots of a full page. It is split in two. */
const pageSize = 512
/** Slots of a page of an order that is filled at once: some more fit in. */
const filledSize = 384

interface Page {
  /** From 1; the page of a slot is stored by it. */
  number: number
  /** The index in the order of pages. */
  at: number
  slots: Uint32Array
  count: number
}

/** @param compare negative where the first slot comes before the second; 0 for one slot alone */
export function createOrder(compare: (a: number, b: number) => number): Order {
  const pages: Page[] = []
  const byNumber: (Page | undefined)[] = [undefined]
  const freeNumbers: number[] = []
  /** By slot: the number of its page, 0 for a slot that is not in the order. */
  const pageOf = createColumn(Uint32Array)
  let size = 0
  /** Sums of the pages' counts (a Fenwick tree, from index 1); null after pages were added or dropped. */
  let sums: Int32Array | null = null
  /** All slots; null after a change. */
  let all: Uint32Array | null = null

  function insertPage(at: number, slots = new Uint32Array(pageSize)): Page {
    const page = { number: freeNumbers.pop() ?? byNumber.length, at, slots, count: 0 }
    byNumber[page.number] = page
    pages.splice(at, 0, page)
    renumber(at + 1)
    return page
  }

  function dropPage({ number, at }: Page): void {
    byNumber[number] = undefined
    freeNumbers.push(number)
    pages.splice(at, 1)
    renumber(at)
  }

  function renumber(from: number): void {
    for (let at = from; at < pages.length; at += 1) (pages[at] as Page).at = at
    sums = null
  }

  /** The first page with a slot that does not come before this one; the last page where there is none. */
  function pageFor(slot: number): Page | undefined {
    let low = 0
    let high = Math.max(0, pages.length - 1)
    while (low < high) {
      const middle = (low + high) >>> 1
      const page = pages[middle] as Page
      if (compare(page.slots[page.count - 1] ?? 0, slot) < 0) low = middle + 1
      else high = middle
    }
    return pages[low]
  }

  function indexIn({ slots, count }: Page, slot: number): number {
    let low = 0
    let high = count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compare(slots[middle] ?? 0, slot) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  function changed({ at }: Page, by: 1 | -1): void {
    size += by
    all = null
    if (sums !== null)
      for (let index = at + 1; index < sums.length; index += index & -index) sums[index] = (sums[index] ?? 0) + by
  }

  function moveSlots(from: Page, start: number, to: Page): void {
    const moved = from.slots.subarray(start, from.count)
    to.slots.set(moved, to.count)
    to.count += moved.length
    from.count = start
    for (const slot of moved) pageOf.values[slot] = to.number
    sums = null
  }

  function takeOut(page: Page, index: number): void {
    page.slots.copyWithin(index, index + 1, page.count)
    page.count -= 1
    changed(page, -1)
  }

  /** Pages that have lost most of their slots become one. */
  function join(page: Page): void {
    const next = pages[page.at + 1]
    if (page.count === 0) dropPage(page)
    else if (next !== undefined && page.count + next.count <= pageSize / 4) {
      moveSlots(next, 0, page)
      dropPage(next)
    }
  }

  function putIn(page: Page, slot: number): void {
    const index = indexIn(page, slot)
    page.slots.copyWithin(index + 1, index, page.count)
    page.slots[index] = slot
    page.count += 1
    pageOf.set(slot, page.number)
    changed(page, 1)
    if (page.count === pageSize) moveSlots(page, pageSize / 2, insertPage(page.at + 1))
  }

  const isBetween = ({ slots }: Page, before: number, slot: number, after: number) =>
    compare(slots[before] ?? 0, slot) < 0 && compare(slot, slots[after] ?? 0) < 0

  function sumsOfPages(): Int32Array {
    if (sums !== null) return sums
    sums = new Int32Array(pages.length + 1)
    for (const { at, count } of pages) {
      const index = at + 1
      sums[index] = (sums[index] ?? 0) + count
      const parent = index + (index & -index)
      if (parent < sums.length) sums[parent] = (sums[parent] ?? 0) + (sums[index] ?? 0)
    }
    return sums
  }

  return {
    get size() {
      return size
    },
    place(slot) {
      const page = byNumber[pageOf.values[slot] ?? 0]
      if (page === undefined) return putIn(pageFor(slot) ?? insertPage(0), slot)
      const index = page.slots.indexOf(slot)
      // Most changes are small: the slot stays where it is, or moves within its page.
      if (index > 0 && index < page.count - 1 && isBetween(page, index - 1, slot, index + 1)) return
      takeOut(page, index)
      if (page.count > 1 && isBetween(page, 0, slot, page.count - 1)) return putIn(page, slot)
      join(page)
      putIn(pageFor(slot) ?? insertPage(0), slot)
    },
    remove(slot) {
      const page = byNumber[pageOf.values[slot] ?? 0]
      if (page === undefined) return
      takeOut(page, page.slots.indexOf(slot))
      pageOf.set(slot, 0)
      join(page)
    },
    fill(sorted) {
      // One piece of memory: thousands of them make the garbage collector run.
      const memory = new Uint32Array(Math.ceil(sorted.length / filledSize) * pageSize)
      for (let start = 0; start < sorted.length; start += filledSize) {
        const page = insertPage(pages.length, memory.subarray(pages.length * pageSize, (pages.length + 1) * pageSize))
        const slots = sorted.subarray(start, start + filledSize)
        page.slots.set(slots)
        page.count = slots.length
        for (const slot of slots) pageOf.set(slot, page.number)
      }
      size = sorted.length
      all = null
    },
    at(index) {
      if (!(index >= 0 && index < size)) return undefined
      const tree = sumsOfPages()
      let at = 0
      let left = index
      for (let step = 1 << (31 - Math.clz32(tree.length)); step > 0; step >>>= 1) {
        const count = tree[at + step]
        if (count === undefined || count > left) continue
        at += step
        left -= count
      }
      return pages[at]?.slots[left]
    },
    countBefore(slot) {
      const page = pageFor(slot)
      if (page === undefined) return 0
      const tree = sumsOfPages()
      let before = indexIn(page, slot)
      for (let index = page.at; index > 0; index -= index & -index) before += tree[index] ?? 0
      return before
    },
    slots() {
      if (all !== null) return all
      all = new Uint32Array(size)
      let start = 0
      for (const { slots, count } of pages) {
        all.set(slots.subarray(0, count), start)
        start += count
      }
      return all
    },
  }
}
