import { expect, test } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import { usersInOrder } from './user-list-queries.ts'

const kernel = await testKernel()
const { sql } = kernel

test('users are read in batches, every user once', async () => {
  const made: string[] = []
  for (let index = 0; index < 7; index += 1) made.push((await person(kernel, `uno_${index}`)).trader_id)
  const filter = { q: null, plan: null, state: null, ea: null, until: null, now: '2026-11-20T10:00:00.000Z' }
  for (const pageRows of [1, 3, 7, 8]) {
    const pages: string[][] = []
    for await (const page of usersInOrder(sql, filter, pageRows)) pages.push(page.map((user) => user.trader_id))
    expect(pages.flat()).toEqual(made.toSorted())
    expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(pageRows)
  }
})
