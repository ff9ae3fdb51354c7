import { expect, test } from 'vitest'
import { findingsOn } from './testing/findings.ts'
import { pictured } from './testing/screens.ts'

/** `accessibility-states.slow.test.tsx` has the other states: two files run side by side. */
test.each(pictured)('$name: at no width and in no theme', { timeout: 120_000 }, async (screen) => {
  expect(await findingsOn(screen)).toEqual([])
})
