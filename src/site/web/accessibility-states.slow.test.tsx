import { expect, test } from 'vitest'
import { findingsOn } from './testing/findings.ts'
import { others } from './testing/screens.ts'

/** `accessibility.slow.test.tsx` has the screens with pictures: two files run side by side. */
test.each(others)('$name: at no width and in no theme', { timeout: 120_000 }, async (screen) => {
  expect(await findingsOn(screen)).toEqual([])
})
