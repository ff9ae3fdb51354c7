/**
 * Rows of a long list, read a batch at a time: nothing is held, neither memory nor a transaction, while one is used.
 * @param read the first rows after a place, in the order of their places; from the first one on for null
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
