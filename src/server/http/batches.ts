/**
 * Rows of a long list in an order that may change while it is read, as names and ends do. One statement reads all keys in their order, then
 * the rows follow a batch at a time: none comes twice, none is skipped, and one that is gone meanwhile is left out.
 * @param read the rows of these keys, in their order
 */
export async function* inKeyOrder<K, R>(
  keys: PromiseLike<readonly K[]>,
  read: (keys: readonly K[]) => PromiseLike<readonly R[]>,
  batchRows = 1_000,
): AsyncGenerator<readonly R[]> {
  const all = await keys
  for (let at = 0; at < all.length; at += batchRows) yield await read(all.slice(at, at + batchRows))
}

/**
 * Rows of a long list that only grows at its end, read a batch at a time. While a batch is used, neither memory nor a transaction is held for the rest.
 * @param read the first rows after a place, in the order of their places; null: from the first one on
 */
export async function* inBatches<R, P>(
  read: (after: P | null, limit: number) => PromiseLike<readonly R[]>,
  placeOf: (row: R) => P,
  batchRows = 1_000,
): AsyncGenerator<readonly R[]> {
  let after: P | null = null
  for (;;) {
    const rows: readonly R[] = await read(after, batchRows)
    const last = rows.at(-1)
    if (last !== undefined) yield rows
    if (last === undefined || rows.length < batchRows) return
    after = placeOf(last)
  }
}
