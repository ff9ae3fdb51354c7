import { expect, test } from 'vitest'
import { inKeyOrder } from './batches.ts'

test('rows follow the order in which their keys were read, each once, in batches; one that is gone meanwhile is left out', async () => {
  for (const batchRows of [1, 3, 7, 8]) {
    const rows = new Map([5, 2, 7, 1, 6, 3, 4].map((key) => [key, `row ${key}`]))
    const batches: (readonly string[])[] = []
    const read = async (keys: readonly number[]) => keys.flatMap((key) => rows.get(key) ?? [])
    for await (const batch of inKeyOrder(Promise.resolve([...rows.keys()]), read, batchRows)) {
      batches.push(batch)
      // Read by then at the latest, or never.
      rows.delete(4)
    }
    const expected = [5, 2, 7, 1, 6, 3, 4].filter((key) => batchRows >= 7 || key !== 4)
    expect(batches.flat()).toEqual(expected.map((key) => `row ${key}`))
    expect(Math.max(...batches.map((batch) => batch.length))).toBeLessThanOrEqual(batchRows)
  }
})
