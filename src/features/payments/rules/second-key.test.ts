import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import { decide } from '../rules.ts'
import { orderFacts, start, story, report, type Known, type Reported } from '../testing/rules-scene.ts'
import { withDenial, withoutAnswer } from './merge.ts'

describe('two keys', () => {
  const claim = { status: 'finished', percent: 100, source: 'notification', at: start + MINUTE_MS } satisfies Reported

  test('a genuine notification alone waits for our own reading', () => {
    const { decision, payments } = story(orderFacts(), [claim])
    expect(decision).toMatchObject({ state: 'in_flight', status: 'confirming', activateBy: null })
    expect(payments[0]?.reading_wanted).toBe(true)
  })

  test('our own reading alone suffices', () => {
    expect(story(orderFacts(), [{ status: 'confirmed', percent: 100 }]).decision.state).toBe('paid')
  })

  /** Our own attempts, so many minutes after the start, that got no answer. */
  const unanswered = (payments: readonly Known[], ...minutes: number[]) =>
    minutes.reduce((known, at) => known.map((each) => withoutAnswer(each, start + at * MINUTE_MS)), payments)
  const decided = (payments: readonly Known[], minute: number) =>
    decide(orderFacts(), payments, start + minute * MINUTE_MS)

  test('case 53: where our own attempts got no answer for 15 minutes the notification suffices, not before', () => {
    const claimed = report(orderFacts(), [], claim)
    expect(decided(unanswered(claimed, 1, 15.9), 15.9)).toMatchObject({ state: 'in_flight', activateBy: null })
    expect(decided(unanswered(claimed, 1, 15.9), 60).activateBy).toBeNull()
    expect(decided(unanswered(claimed, 1, 2, 16), 16)).toMatchObject({ state: 'paid', activateBy: '1' })
    // The 15 minutes begin with the claim, and with the first failed attempt after it.
    expect(decided(unanswered(claimed, 40, 54), 54).activateBy).toBeNull()
    expect(decided(unanswered(claimed, 40, 55), 55).activateBy).toBe('1')
    const early = report(
      orderFacts(),
      unanswered(report(orderFacts(), [], { status: 'waiting', source: 'notification' }), -20),
      claim,
    )
    expect(decided(unanswered(early, 15.9), 15.9).activateBy).toBeNull()
    expect(decided(unanswered(early, 16), 16).activateBy).toBe('1')
    // One attempt spans no time. Time without any attempt does not count.
    expect(decided(unanswered(claimed, 1), 24 * 60).activateBy).toBeNull()
    expect(decided(claimed, 24 * 60).activateBy).toBeNull()
  })

  test('case 53: an instant that a clock far ahead wrote down counts as none', () => {
    const claimed = report(orderFacts(), [], claim)
    expect(decided(unanswered(claimed, 600), 60).activateBy).toBeNull()
    expect(decided(unanswered(claimed, 2, 600), 10).activateBy).toBeNull()
    expect(decided(unanswered(claimed, 600, 30, 44), 44).activateBy).toBeNull()
    expect(decided(unanswered(claimed, 600, 30, 45), 45).activateBy).toBe('1')
  })

  test('case 53: an answer ends the 15 minutes; an answer to a later question replaces an earlier one', () => {
    const order = orderFacts()
    const waiting = report(order, [], { status: 'waiting', at: start })
    const claimed = report(order, unanswered(waiting, 0.5), claim)
    const answered = report(order, unanswered(claimed, 2, 10), {
      status: 'confirming',
      percent: 100,
      at: start + 12 * MINUTE_MS,
    })
    expect(answered[0]).toMatchObject({ unanswered_since: null, unanswered_until: null })
    expect(unanswered(answered, 11)).toEqual(answered)
    expect(decided(unanswered(answered, 13, 40), 40)).toMatchObject({ state: 'in_flight', activateBy: null })
  })

  test('case 53: a claim that was contradicted waits for another answer without end', () => {
    const order = orderFacts()
    const claimed = report(order, [], claim)
    const waiting = unanswered(report(order, claimed, { status: 'waiting' }), 5, 40)
    expect(decided(waiting, 40).orderReview).toBe('contradiction')
    const denied = claimed.map((each) => withDenial(each, start + 2 * MINUTE_MS))
    expect(decided(unanswered(denied, 5, 40), 40)).toMatchObject({ state: 'review', orderReview: 'contradiction' })
    const confirmed = report(order, unanswered(denied, 5, 40), {
      status: 'finished',
      percent: 100,
      at: start + HOUR_MS,
    })
    expect(decide(order, confirmed, start + HOUR_MS).activateBy).toBe('1')
  })

  test('a claim without an answer for an hour is for a person; its buyer reads that it is being confirmed', () => {
    const order = orderFacts()
    const payments = report(order, [], claim)
    const after = (minutes: number) => decide(order, payments, start + minutes * MINUTE_MS)
    expect(after(60).paymentReviews.get('1')).toBeNull()
    expect(after(61)).toMatchObject({ state: 'in_flight', status: 'confirming', orderReview: null })
    expect(after(61).paymentReviews.get('1')).toBe('unread_claim')
    const answered = report(order, payments, { status: 'confirming', percent: 100 })
    expect(decide(order, answered, start + DAY_MS).paymentReviews.get('1')).toBeNull()
  })

  test('a payment without an answer is asked about each minute at first, then less often', () => {
    const [payment] = report(orderFacts(), [], claim)
    if (payment === undefined) throw new Error('nothing was reported')
    const pauseAfter = (minutes: number) => {
      const at = claim.at + minutes * MINUTE_MS
      return ((withoutAnswer(payment, at).next_reading_at ?? 0) - at) / MINUTE_MS
    }
    expect([0, 15, 30, 60 * 24].map(pauseAfter)).toEqual([1, 1, 2, 3])
    const [answered] = report(orderFacts(), [withoutAnswer(payment, start + HOUR_MS) as typeof payment], {
      status: 'confirming',
    })
    expect(answered?.next_reading_at).toBeNull()
  })

  test('case 54: only another answer ends a denial', () => {
    const order = orderFacts()
    const reported: Reported[] = [
      claim,
      { status: 'waiting', at: start + 2 * MINUTE_MS },
      { ...claim, at: start + 30 * MINUTE_MS },
    ]
    const { payments } = story(order, reported)
    const [payment] = payments
    if (payment === undefined) throw new Error('nothing was reported')
    expect(payment.reading_wanted).toBe(true)
    const [silent = payment] = unanswered([payment as Known], 60, 90)
    expect(decide(order, [silent], start + DAY_MS)).toMatchObject({
      state: 'review',
      orderReview: 'contradiction',
    })
  })

  test('an active order without an answer is still asked about', () => {
    const order = orderFacts({ state: 'paid', activated: true, activated_at: start, paid_payment_id: '1' })
    expect(decide(order, report(order, [], claim), start + 16 * MINUTE_MS).nextCheckAt).toBe(start + 31 * MINUTE_MS)
    const read = story(order, [claim, { status: 'finished', percent: 100 }])
    expect(read.decision.nextCheckAt).toBeNull()
    // An answer from before the activation does not end the questions: the order stays on the schedule.
    const early = { ...order, activated_at: start + 20 * MINUTE_MS }
    const behind = report(order, report(order, [], claim), { status: 'confirming', percent: 100 })
    expect(decide(early, behind, start + 30 * DAY_MS).nextCheckAt).toBeGreaterThan(start + 30 * DAY_MS)
    const denied = report(order, behind, { status: 'waiting', at: start + 25 * MINUTE_MS })
    expect(decide(early, denied, start + HOUR_MS).paymentReviews.get('1')).toBe('contradiction')
    expect(decide(early, denied, start + 9 * DAY_MS).nextCheckAt).toBeNull()
  })

  test('case 54: an answer that denies the claim puts it before a person; a later one that confirms it activates', () => {
    const denied = story(orderFacts(), [claim, { status: 'waiting' }])
    expect([denied.decision.state, denied.item()]).toEqual(['review', 'contradiction'])
    expect(denied.decision.nextCheckAt).not.toBeNull()
    const later = story(orderFacts(), [claim, { status: 'waiting' }, { status: 'finished', percent: 100 }])
    expect([later.decision.state, later.item(), later.activations]).toEqual(['paid', null, 1])
  })

  test('case 54: a provider that does not know the payment denies it', () => {
    const order = orderFacts()
    const [payment] = report(order, [], claim)
    if (payment === undefined) throw new Error('nothing was reported')
    const absent = withDenial(payment, start + 2 * MINUTE_MS)
    expect(decide(order, [absent], start + HOUR_MS)).toMatchObject({ state: 'review', orderReview: 'contradiction' })
  })

  test('an answer with the same money that is one step behind denies nothing', () => {
    const behind = story(orderFacts(), [claim, { status: 'confirming', percent: 100 }])
    expect([behind.decision.state, behind.item()]).toEqual(['in_flight', null])
  })

  test('an answer to a question before the claim contradicts nothing', () => {
    const { decision, payments } = story(orderFacts(), [{ status: 'waiting', at: start + 1 }, claim])
    expect([decision.state, payments[0]?.reading_wanted]).toEqual(['in_flight', true])
  })
})
