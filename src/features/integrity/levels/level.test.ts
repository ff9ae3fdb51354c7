import { expect, test } from 'vitest'
import { levelOf } from './level.ts'

const now = Date.parse('2026-11-20T10:00:00Z')
const plain = { real: true, synced: true, upheld: false, proven: false, matchUntil: null }

test.each([
  [{}, 'L1'],
  [{ real: false }, 'L0'],
  [{ synced: false }, 'L0'],
  [{ proven: true }, 'L2'],
  [{ proven: true, matchUntil: now + 1 }, 'L3'],
  [{ proven: true, matchUntil: now }, 'L2'],
  // A match says nothing about an account without proven ownership.
  [{ matchUntil: now + 1 }, 'L1'],
  [{ proven: true, matchUntil: now + 1, upheld: true }, 'L0'],
  [{ proven: true, matchUntil: now + 1, real: false }, 'L0'],
] as const)('%j: %s', (facts, level) => expect(levelOf({ ...plain, ...facts }, now)).toBe(level))
