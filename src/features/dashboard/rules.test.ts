import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#shared/dates.ts'
import { warningsOf } from './rules.ts'

const now = Date.parse('2026-11-20T10:00:00Z')
const calm = {
  isLimited: false,
  unprovenEmail: null,
  leaderboardExpires: now + 30 * DAY_MS,
  lastError: null,
  connection: 'connected',
  tradeMode: 'real',
  held: null,
  replyBy: null,
  replaced: null,
} as const

test.each([
  [{}, []],
  [{ leaderboardExpires: null }, ['no_plan']],
  [{ leaderboardExpires: now }, ['plan_expired']],
  [{ leaderboardExpires: now + 7 * DAY_MS }, ['plan_expiring']],
  [{ leaderboardExpires: now + 7 * DAY_MS + 1 }, []],
  [
    { lastError: 'Conto diverso', connection: 'disconnected', tradeMode: 'contest' },
    ['sync_refused', 'sync_late', 'demo_account'],
  ],
  [{ connection: null, tradeMode: null }, []],
  [{ held: 'open', leaderboardExpires: null }, ['under_review', 'no_plan']],
  [{ held: 'upheld' }, ['review_upheld']],
  [{ replyBy: now + DAY_MS }, ['case_open']],
  [{ replyBy: now + DAY_MS, held: 'open' }, ['under_review']],
  [{ unprovenEmail: 'anna@example.com', held: 'open' }, ['email_unproven', 'under_review']],
  [{ isLimited: true, leaderboardExpires: null }, ['second_factor_missing', 'no_plan']],
] as const)('%j warns of %j', (change, codes) => {
  expect(warningsOf({ ...calm, ...change }, now).map((warning) => warning.code)).toEqual(codes)
})

test('an ended plan is to be renewed for the ranking, or, without an account, to connect one', () => {
  const ended = { ...calm, leaderboardExpires: now }
  expect(warningsOf(ended, now)[0]?.message).toContain('per tornare in classifica.')
  expect(warningsOf({ ...ended, tradeMode: null, connection: null }, now)[0]?.message).toContain(
    'per collegare il conto.',
  )
})

test('a plan that ends tomorrow has the singular', () => {
  expect(warningsOf({ ...calm, leaderboardExpires: now + HOUR_MS }, now)[0]?.message).toContain('un giorno')
})

test('a case that waits for an answer names its day, also once it is over', () => {
  const textAt = (replyBy: number) => warningsOf({ ...calm, replyBy }, now)[0]?.message
  expect(textAt(now + DAY_MS)).toMatch(/rispondi entro il 21\/11\/2026\.$/)
  expect(textAt(now - DAY_MS)).toMatch(/rispondi: il termine è passato il 19\/11\/2026, ma la risposta vale/)
})
