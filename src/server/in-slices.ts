import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Calls `work` for each item in order, and lets the event loop turn after every `size` of them: requests are answered between two slices.
 * @param closing ends it between two slices
 */
export async function inSlices<T>(
  items: Iterable<T>,
  size: number,
  work: (item: T, index: number) => unknown,
  closing?: AbortSignal,
): Promise<void> {
  let index = 0
  for (const item of items) {
    if (index > 0 && index % size === 0) await nextTurn()
    if (closing?.aborted) return
    work(item, index)
    index += 1
  }
}

/** The next items of an iterator, which goes on after them: its own `take` may end it. */
export function nextItems<T>(iterator: Iterator<T, unknown>, most: number): T[] {
  const items: T[] = []
  while (items.length < most) {
    const next = iterator.next()
    if (next.done === true) break
    items.push(next.value)
  }
  return items
}
