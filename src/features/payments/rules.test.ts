import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import { decide, paymentClass, type OrderFacts } from './rules.ts'
import { covers } from './rules/coverage.ts'
import { nextCheckAt } from './rules/schedule.ts'
import { orderFacts, messageOf, start, story, report, written, type Reported } from './testing/rules-scene.ts'

test.each(['orphan', 'money_after_delete', 'refunded', 'contradiction'] as const)(
  'a blocked order is activated by a person alone: %s',
  (block) => {
    const covered: Reported = { id: '2', status: 'finished', percent: 100 }
    const before: Record<typeof block, Reported[]> = {
      orphan: [],
      money_after_delete: [],
      refunded: [{ status: 'refunded', percent: 100 }],
      contradiction: [{ status: 'finished', percent: 100, source: 'notification' }, { status: 'waiting' }],
    }
    const order = orderFacts({
      user_gone: block === 'orphan',
      deleted_at: block === 'money_after_delete' ? start : null,
    })
    const { decision, activations } = story(order, [...before[block], covered])
    expect([decision.state, decision.orderReview, activations]).toEqual(['review', block, 0])
  },
)

describe('coverage', () => {
  const order = (price_cents: number) => ({ order_id: 'TT-A', price_cents })
  const paid = (price: string, percent: string | null, over = {}) =>
    messageOf({ status: 'finished', percent, fields: { price: { amount: price, currency: 'usd' }, ...over } })

  test.each([
    ['case 29: exact', 1199, '11.99', '100', true],
    ['case 33: overpaid', 1199, '11.99', '250', true],
    ['case 32: one percent short', 1199, '11.99', '99', true],
    ['case 32: a hair below one percent', 1199, '11.99', '98.99999999', false],
    ['case 32: one percent of the dearest plan is more than a dollar', 24_999, '249.99', '99', false],
    ['case 32: exactly one dollar short', 10_000, '100', '99', true],
    ['case 32: more than one dollar short', 20_000, '200', '99.4', false],
    ['case 40: nothing received', 1199, '11.99', '0', false],
    ['case 40: received is missing or no number', 1199, '11.99', null, false],
    ['case 38: another price', 1199, '11.98', '100', false],
  ])('%s', (_name, cents, price, percent, covered) => {
    expect(covers(order(cents), paid(price, percent))).toBe(covered)
  })

  test('case 39: euro are no dollars', () => {
    const euro = { price: { amount: '24.99', currency: 'eur' } }
    expect(story(orderFacts(), [{ status: 'finished', percent: 100, fields: euro }]).item()).toBe('currency_mismatch')
  })

  test('case 38: a payment without a price, or of another order, fits nothing', () => {
    expect(story(orderFacts(), [{ status: 'finished', percent: 100, fields: { price: null } }]).item()).toBe(
      'price_mismatch',
    )
    const moved = story(orderFacts(), [
      { status: 'confirming', percent: 100 },
      { status: 'finished', percent: 100, fields: { orderId: 'TT-B' } },
    ])
    expect([moved.decision.state, moved.item()]).toEqual(['review', 'order_mismatch'])
  })

  test('the asked amount may not be missing or zero', () => {
    expect(covers(order(1199), paid('11.99', '100', { asked: null }))).toBe(false)
    expect(covers(order(1199), paid('11.99', '100', { asked: '0' }))).toBe(false)
  })
})

describe('several payments of one order', () => {
  test('case 42: paid twice: one activation, one item', () => {
    const { decision, item, activations } = story(orderFacts(), [
      { id: '1', status: 'finished', percent: 100 },
      { id: '2', status: 'finished', percent: 100 },
    ])
    expect([decision.state, activations, item('1'), item('2')]).toEqual(['paid', 1, null, 'paid_twice'])
  })

  test.each(['failed', 'expired'] as const)('%s moves nothing while another payment is alive', (status) => {
    expect(story(orderFacts(), [{ id: '2', status: 'waiting' }, { status }]).decision.state).toBe('open')
    const flying = story(orderFacts(), [
      { id: '2', status: 'confirming' },
      { status, percent: 40 },
    ])
    expect([flying.decision.state, flying.item()]).toEqual(['in_flight', `${status}_with_money`])
  })

  test('a doubt about one payment does not stop another one that is covered', () => {
    const { decision, item } = story(orderFacts(), [
      { id: '1', status: 'finished', percent: 50 },
      { id: '2', status: 'finished', percent: 100 },
    ])
    expect([decision.state, item('1'), item('2')]).toEqual(['paid', 'finished_short', null])
  })

  test('cases 35, 37: a deposit that only its parent names is a child as well', () => {
    for (const source of ['notification', 'reading'] as const) {
      const { decision, item } = story(orderFacts(), [
        { id: '1', status: 'partially_paid', percent: 2, fields: { childIds: ['2'] }, source, at: start + 1 },
        { id: '1', status: 'partially_paid', percent: 2, source: 'notification', at: start + 2 },
        { id: '2', status: 'finished', percent: 100 },
      ])
      expect([decision.state, item('2')]).toEqual(['underpaid', 'child_payment'])
    }
  })

  test('cases 35, 36, 37: deposits to a used address never pay, whatever they sum up to', () => {
    const { decision, item } = story(orderFacts(), [
      { id: '1', status: 'partially_paid', percent: 60 },
      { id: '2', status: 'finished', percent: 100, fields: { parentPaymentId: '1' } },
    ])
    expect([decision.state, item('1'), item('2')]).toEqual(['underpaid', null, 'child_payment'])
  })
})

describe('one payment', () => {
  test('case 43: expired, then paid late', () => {
    const late = story(orderFacts(), [
      { status: 'expired' },
      { status: 'confirming' },
      { status: 'finished', percent: 100 },
    ])
    expect([late.decision.state, late.activations]).toEqual(['paid', 1])
  })

  test('case 44: failed, then pushed through', () => {
    const pushed = story(orderFacts(), [
      { status: 'failed', percent: 100 },
      { status: 'finished', percent: 100 },
    ])
    expect([pushed.decision.state, pushed.item()]).toEqual(['paid', null])
  })

  test('case 23: waiting after finished is only recorded', () => {
    const { decision, payments } = story(orderFacts(), [
      { status: 'finished', percent: 100, source: 'notification', at: start + 1 },
      { status: 'finished', percent: 100, at: start + 2 },
      { status: 'waiting', source: 'notification', at: start + 3 },
    ])
    expect([decision.state, decision.status, payments[0]?.status]).toEqual(['paid', 'finished', 'finished'])
  })

  test('case 31: 40 % short at confirmed is no confirmed for the screen', () => {
    const { decision } = story(orderFacts(), [{ status: 'confirmed', percent: 60 }])
    expect([decision.state, decision.status]).toEqual(['in_flight', 'confirming'])
  })

  test('case 34: partially paid, then marked finished by the merchant', () => {
    const { decision, item } = story(orderFacts(), [
      { status: 'partially_paid', percent: 60 },
      { status: 'finished', percent: 60 },
    ])
    expect([decision.state, item()]).toEqual(['review', 'finished_short'])
  })

  test('case 45: refunded after it activated: flagged, still active', () => {
    const { decision, item } = story(orderFacts(), [
      { status: 'finished', percent: 100 },
      { status: 'refunded', percent: 100 },
    ])
    expect([decision.state, decision.status, item()]).toEqual(['paid', 'finished', 'refunded'])
  })

  test('case 46: a word that we do not know leaves the state, and is gone once the payment has finished', () => {
    const odd: Reported = { status: 'unknown', source: 'notification' }
    const during = story(orderFacts(), [{ status: 'confirming' }, odd])
    expect([during.decision.state, during.item()]).toEqual(['in_flight', 'unknown_status'])
    expect(story(orderFacts(), [odd, { status: 'finished', percent: 100 }]).item()).toBeNull()
  })
})

describe('the status on screens', () => {
  test.each<[name: string, order: Partial<OrderFacts>, reported: Reported[], status: string]>([
    ['paid, finished', {}, [{ status: 'finished', percent: 100 }], 'finished'],
    ['paid, not finished yet', {}, [{ status: 'confirmed', percent: 100 }], 'confirmed'],
    ['paid within the tolerance', {}, [{ status: 'partially_paid', percent: '99.5' }], 'confirmed'],
    ['creating', { state: 'creating' }, [], 'waiting'],
    ['open', {}, [], 'waiting'],
    ['review without money', {}, [{ status: 'finished', percent: 0 }], 'waiting'],
    ['in flight', {}, [{ status: 'sending', percent: 60 }], 'confirming'],
    ['review with money', {}, [{ status: 'finished', percent: 60 }], 'confirming'],
    ['underpaid', {}, [{ status: 'partially_paid', percent: 60 }], 'partially_paid'],
    ['dead, failed', {}, [{ status: 'failed' }], 'failed'],
    ['dead, expired', {}, [{ status: 'expired' }], 'expired'],
    ['dead, refused at creation', { state: 'dead', status: 'failed' }, [], 'failed'],
  ])('%s', (_name, order, reported, status) => {
    expect(story(orderFacts(order), reported).decision.status).toBe(status)
  })

  test.each([
    ['confirmed', true, null, 'completed'],
    ['finished', true, null, 'completed'],
    ['waiting', false, null, 'to_reconcile'],
    ['confirming', false, null, 'to_reconcile'],
    ['partially_paid', false, null, 'to_reconcile'],
    ['confirming', false, '2026-11-20', 'pending'],
    ['failed', false, null, 'pending'],
    ['expired', false, null, 'pending'],
  ] as const)('%s counts as expected', (status, activated, reconciled_at, expected) => {
    expect(paymentClass({ status, activated, reconciled_at })).toBe(expected)
  })
})

describe('time', () => {
  test('asks after 2, 5, 10, 30 minutes, 1 hour, hourly for a day, every 6 hours until day 8', () => {
    const checkedAfter: number[] = []
    for (let at = nextCheckAt(start, start); at !== null; at = nextCheckAt(start, at))
      checkedAfter.push((at - start) / MINUTE_MS)
    expect(checkedAfter.slice(0, 7)).toEqual([2, 5, 10, 30, 60, 120, 180])
    expect(checkedAfter.filter((minutes) => minutes > 60 && minutes <= 1440)).toHaveLength(23)
    expect(checkedAfter.slice(-2)).toEqual([(8 * DAY_MS - 6 * HOUR_MS) / MINUTE_MS, (8 * DAY_MS) / MINUTE_MS])
    expect(nextCheckAt(start, start + 8 * DAY_MS)).toBeNull()
  })

  test('a checkout without an answer is dead after an hour, an order without money on day 8', () => {
    const creating = orderFacts({ state: 'creating' })
    expect(decide(creating, [], start + HOUR_MS - 1)).toMatchObject({ state: 'creating' })
    expect(decide(creating, [], start + HOUR_MS)).toMatchObject({ state: 'dead', status: 'expired', nextCheckAt: null })
    expect(decide(orderFacts(), [], start + 8 * DAY_MS - 1).state).toBe('open')
    expect(decide(orderFacts(), [], start + 8 * DAY_MS).state).toBe('dead')
  })

  test('a payment that begins late lives its own eight days', () => {
    const order = orderFacts({ state: 'dead', status: 'expired' })
    const payments = report(order, [], { status: 'waiting', at: start + 9 * DAY_MS })
    expect(decide(order, payments, start + 9 * DAY_MS).state).toBe('open')
    expect(decide(order, payments, start + 17 * DAY_MS).state).toBe('dead')
  })

  test('the newest money starts the schedule anew', () => {
    const payments = report(orderFacts(), [], { status: 'confirming', at: start + 2 * DAY_MS })
    expect(decide(orderFacts(), payments, start + 2 * DAY_MS).nextCheckAt).toBe(start + 2 * DAY_MS + 2 * MINUTE_MS)
  })

  test.each([
    ['in flight', { status: 'confirming', percent: 100 }, 'in_flight'],
    ['short', { status: 'partially_paid', percent: 60 }, 'underpaid'],
    ['claimed', { status: 'finished', percent: 100, source: 'notification' }, 'in_flight'],
  ] as const)(
    'money on its way (%s) stays on the schedule: a person looks after day 8, the provider is asked daily',
    (name, reported, state) => {
      const payments = report(orderFacts(), [], { ...reported, at: start })
      const at = (now: number) => decide(orderFacts(), payments, now)
      expect(at(start + 8 * DAY_MS - 1).paymentReviews.get('1')).toBe(name === 'claimed' ? 'unread_claim' : null)
      expect(at(start + 8 * DAY_MS).state).toBe(state)
      expect(at(start + 8 * DAY_MS).paymentReviews.get('1')).toBe('stuck_with_money')
      expect(at(start + 8 * DAY_MS).nextCheckAt).toBe(start + 9 * DAY_MS)
      expect(at(start + 100.5 * DAY_MS).nextCheckAt).toBe(start + 101 * DAY_MS)
      expect(decide(orderFacts({ deleted_at: start }), payments, start + 9 * DAY_MS).nextCheckAt).toBeNull()
    },
  )

  test('case 47: money for a hidden order shows it again, and activates nothing', () => {
    const hidden = orderFacts({ deleted_at: start, resurfaced_at: start + MINUTE_MS })
    const { decision } = story(hidden, [{ status: 'confirming', percent: 100 }])
    expect(decision).toMatchObject({ state: 'review', orderReview: 'money_after_delete' })
    const restored = { ...written(hidden, decision, start), deleted_at: null, resurfaced_at: null }
    expect(story(restored, [{ status: 'finished', percent: 100 }]).activations).toBe(1)
  })
})
