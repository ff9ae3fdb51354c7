import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Calls `work` for each item in order, and lets the event loop turn after every `size` of them: requests are answered between two slices.
 * @param closing ends it between two slices
 */
export async function inSlices<T>(
  items: Pick<readonly T[], 'entries'>,
  size: number,
  work: (item: T, index: number) => unknown,
  closing?: AbortSignal,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % size === 0) await nextTurn()
    if (closing?.aborted) return
    work(item, index)
  }
}
