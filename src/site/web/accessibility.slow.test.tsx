import { expect, test } from 'vitest'
import { findingsOn } from './testing/findings.ts'
import { others, pictured } from './testing/screens.ts'

test.each([...pictured, ...others])('$name: at no width and in no theme', { timeout: 120_000 }, async (screen) => {
  expect(await findingsOn(screen)).toEqual([])
})
