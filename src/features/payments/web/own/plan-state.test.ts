import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#shared/dates.ts'
import { isOpenToRetry, planState, type OwnPayment } from './plan-state.ts'

const now = Date.parse('2026-11-20T12:00:00.000Z')
const inDays = (days: number) => new Date(now + days * DAY_MS).toISOString()
const plans = (diamond: number | null, basic: number | null) => ({
  diamond: { is_active: diamond !== null && diamond > 0, expires_at: diamond === null ? null : inDays(diamond) },
  basic_leaderboard: { is_active: basic !== null && basic > 0, expires_at: basic === null ? null : inDays(basic) },
})

describe('the plan in force', () => {
  test.each([
    ['nothing ever', null, null, { kind: 'none', until: null, days: null, waiting: null }],
    ['Basic', null, 7.5, { kind: 'basic', until: inDays(7.5), days: 8, waiting: null }],
    ['Diamond alone', 30, 30, { kind: 'diamond', until: inDays(30), days: 30, waiting: null }],
    [
      'Basic behind Diamond',
      30,
      45,
      { kind: 'diamond', until: inDays(30), days: 30, waiting: { from: inDays(30), until: inDays(45) } },
    ],
    ['Basic after Diamond ended', -3, 12, { kind: 'basic', until: inDays(12), days: 12, waiting: null }],
    ['both over', -9, -3, { kind: 'none', until: inDays(-3), days: null, waiting: null }],
    ['to the millisecond', null, 0, { kind: 'none', until: inDays(0), days: null, waiting: null }],
  ] as const)('%s', (_, diamond, basic, expected) => {
    expect(planState(plans(diamond, basic), now)).toEqual(expected)
  })
})

describe('an activation is tried again', () => {
  const payment = (status: string, daysAgo: number, activated = false): OwnPayment => ({
    order_id: `TT-${daysAgo}`,
    plan: 'basic_monthly',
    subscription_type: 'basic',
    amount_usd: 11.99,
    status,
    activated,
    created_at: inDays(-daysAgo),
  })
  test.each([
    ['without orders', [], false],
    ['while one is under way', [payment('waiting', 1)], true],
    ['while it is short', [payment('partially_paid', 20)], true],
    ['while money is confirmed, whatever came later', [payment('finished', 1, true), payment('confirming', 2)], true],
    ['while a late deposit may come', [payment('expired', 2)], true],
    ['not for ever', [payment('expired', 9)], false],
    ['not once something newer is active', [payment('finished', 1, true), payment('waiting', 2)], false],
  ])('%s', (_, payments, expected) => expect(isOpenToRetry(payments, now)).toBe(expected))
})
