/** Slots of a table in a total order. One change costs two searches and the copy of half a page, whatever the length. */
export interface Order {
  readonly size: number
  /** The slot's keys must stay as they are until it is removed. */
  add: (slot: number) => void
  /** @throws where the slot is not found: its keys were changed while it was in the order */
  remove: (slot: number) => void
  /** The slot at an index from 0. */
  at: (index: number) => number | undefined
  /** How many slots come before this one, which need not be in the order. */
  countBefore: (slot: number) => number
  /** All slots. The array is replaced after a change and must not be written. */
  slots: () => Uint32Array
}

/** Slots of a full page. It is split in two. */
const pageSize = 512

interface Page {
  slots: Uint32Array
  count: number
}

/** @param compare negative where the first slot comes before the second; 0 for one slot alone */
export function createOrder(compare: (a: number, b: number) => number): Order {
  const pages: Page[] = []
  let size = 0
  /** The index of each page's first slot, and all slots; null after a change. */
  let starts: Uint32Array | null = null
  let all: Uint32Array | null = null

  /** The first page with a slot that does not come before this one; the last page where there is none. */
  function pageOf(slot: number): number {
    let low = 0
    let high = Math.max(0, pages.length - 1)
    while (low < high) {
      const middle = (low + high) >>> 1
      const page = pages[middle]
      if (page !== undefined && compare(page.slots[page.count - 1] ?? 0, slot) < 0) low = middle + 1
      else high = middle
    }
    return low
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

  function changed(by: 1 | -1): void {
    size += by
    starts = null
    all = null
  }

  function split(at: number, page: Page): void {
    const half = pageSize / 2
    const slots = new Uint32Array(pageSize)
    slots.set(page.slots.subarray(half))
    page.count = half
    pages.splice(at + 1, 0, { slots, count: pageSize - half })
  }

  /** Pages that have lost most of their slots become one. */
  function join(at: number, page: Page): void {
    const next = pages[at + 1]
    if (page.count === 0) pages.splice(at, 1)
    else if (next !== undefined && page.count + next.count <= pageSize / 4) {
      page.slots.set(next.slots.subarray(0, next.count), page.count)
      page.count += next.count
      pages.splice(at + 1, 1)
    }
  }

  function startsOfPages(): Uint32Array {
    if (starts !== null) return starts
    starts = new Uint32Array(pages.length)
    let start = 0
    for (let at = 0; at < pages.length; at += 1) {
      starts[at] = start
      start += pages[at]?.count ?? 0
    }
    return starts
  }

  return {
    get size() {
      return size
    },
    add(slot) {
      const at = pageOf(slot)
      const page = pages[at] ?? { slots: new Uint32Array(pageSize), count: 0 }
      if (pages.length === 0) pages.push(page)
      const index = indexIn(page, slot)
      page.slots.copyWithin(index + 1, index, page.count)
      page.slots[index] = slot
      page.count += 1
      changed(1)
      if (page.count === pageSize) split(at, page)
    },
    remove(slot) {
      const at = pageOf(slot)
      const page = pages[at]
      const index = page === undefined ? 0 : indexIn(page, slot)
      if (page?.slots[index] !== slot) throw new Error('a slot is not where its keys say')
      page.slots.copyWithin(index, index + 1, page.count)
      page.count -= 1
      changed(-1)
      join(at, page)
    },
    at(index) {
      if (!(index >= 0 && index < size)) return undefined
      const first = startsOfPages()
      let low = 0
      let high = first.length - 1
      while (low < high) {
        const middle = (low + high + 1) >>> 1
        if ((first[middle] ?? 0) <= index) low = middle
        else high = middle - 1
      }
      return pages[low]?.slots[index - (first[low] ?? 0)]
    },
    countBefore(slot) {
      const at = pageOf(slot)
      const page = pages[at]
      return page === undefined ? 0 : (startsOfPages()[at] ?? 0) + indexIn(page, slot)
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
