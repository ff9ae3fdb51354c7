/**
 * Rows of a long list, read a batch at a time. While a batch is used, neither memory nor a transaction is held for the rest.
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
