import { describe, expect, test } from 'vitest'
import { judge } from '../rules.ts'
import { DAY, HOUR, MINUTE, orderFacts, start, story, tell, type Told } from '../testing/judged.ts'
import { withAbsence, withFailure } from './join.ts'

describe('two keys', () => {
  const claim = { status: 'finished', percent: 100, source: 'notification', at: start + MINUTE } satisfies Told

  test('a genuine notification alone waits for our own reading', () => {
    const { judgement, payments } = story(orderFacts(), [claim])
    expect(judgement).toMatchObject({ state: 'in_flight', status: 'confirming', activateBy: null })
    expect(payments[0]?.reading_wanted).toBe(true)
  })

  test('our own reading alone suffices', () => {
    expect(story(orderFacts(), [{ status: 'confirmed', percent: 100 }]).judgement.state).toBe('paid')
  })

  test('case 53: where the provider has been silent for 15 minutes since the claim the notification suffices, not before', () => {
    const order = orderFacts()
    const payments = tell(order, [], claim)
    const judged = (silentSince: number | null, now: number) =>
      judge(order, payments, start + now * MINUTE, silentSince === null ? null : start + silentSince * MINUTE)
    expect(judged(1, 15.9)).toMatchObject({ state: 'in_flight', activateBy: null })
    expect(judged(1, 16)).toMatchObject({ state: 'paid', activateBy: '1' })
    // Its silence counts from its own beginning, and from the claim.
    expect([judged(40, 54).activateBy, judged(40, 55).activateBy]).toEqual([null, '1'])
    expect([judged(-20, 15.9).activateBy, judged(-20, 16).activateBy]).toEqual([null, '1'])
    // One that a clock far ahead wrote down has not begun.
    expect(judged(600, 60).activateBy).toBeNull()
    // That nobody asked, or that it answers others, is no silence, however long.
    expect(judged(null, 24 * 60).activateBy).toBeNull()
  })

  test('case 53: a claim that was answered waits for another answer, whatever the provider does then', () => {
    const order = orderFacts()
    const silent = (payments: Parameters<typeof judge>[1]) => judge(order, payments, start + DAY, start + HOUR)
    const behind = tell(order, tell(order, [], claim), { status: 'confirming', percent: 100 })
    expect(silent(behind)).toMatchObject({ state: 'in_flight', activateBy: null })
    expect(silent(tell(order, tell(order, [], claim), { status: 'waiting' })).orderReview).toBe('contradiction')
  })

  test('a claim that nobody could read for an hour is for a person; its buyer is told that it is being confirmed', () => {
    const order = orderFacts()
    const payments = tell(order, [], claim)
    const after = (minutes: number) => judge(order, payments, start + minutes * MINUTE)
    expect(after(60).paymentReviews.get('1')).toBeNull()
    expect(after(61)).toMatchObject({ state: 'in_flight', status: 'confirming', orderReview: null })
    expect(after(61).paymentReviews.get('1')).toBe('unread_claim')
    const answered = tell(order, payments, { status: 'confirming', percent: 100 })
    expect(judge(order, answered, start + DAY).paymentReviews.get('1')).toBeNull()
  })

  test('a payment that cannot be read is asked for each minute at first, then less often', () => {
    const [payment] = tell(orderFacts(), [], claim)
    if (payment === undefined) throw new Error('nothing was told')
    const pauseAfter = (minutes: number) => {
      const at = claim.at + minutes * MINUTE
      return ((withFailure(payment, at).next_reading_at ?? 0) - at) / MINUTE
    }
    expect([0, 15, 30, 60 * 24].map(pauseAfter)).toEqual([1, 1, 2, 3])
    const [answered] = tell(orderFacts(), [withFailure(payment, start + HOUR) as typeof payment], {
      status: 'confirming',
    })
    expect(answered?.next_reading_at).toBeNull()
  })

  test('case 54: a standing denial is ended by another answer alone', () => {
    const order = orderFacts()
    const told: Told[] = [claim, { status: 'waiting', at: start + 2 * MINUTE }, { ...claim, at: start + 30 * MINUTE }]
    const { payments } = story(order, told)
    const [payment] = payments
    if (payment === undefined) throw new Error('nothing was told')
    expect(payment.reading_wanted).toBe(true)
    const silent = withFailure(payment, start + HOUR)
    expect(judge(order, [silent], start + DAY, start + HOUR)).toMatchObject({
      state: 'review',
      orderReview: 'contradiction',
    })
  })

  test('an active order that was never read back is still asked for', () => {
    const order = orderFacts({ state: 'paid', activated: true, activated_at: start, paid_payment_id: '1' })
    expect(judge(order, tell(order, [], claim), start + 16 * MINUTE).nextCheckAt).toBe(start + 31 * MINUTE)
    const read = story(order, [claim, { status: 'finished', percent: 100 }])
    expect(read.judgement.nextCheckAt).toBeNull()
    // Whatever was answered before it was active; and never forgotten.
    const early = { ...order, activated_at: start + 20 * MINUTE }
    const behind = tell(order, tell(order, [], claim), { status: 'confirming', percent: 100 })
    expect(judge(early, behind, start + 30 * DAY).nextCheckAt).toBeGreaterThan(start + 30 * DAY)
    const denied = tell(order, behind, { status: 'waiting', at: start + 25 * MINUTE })
    expect(judge(early, denied, start + HOUR).paymentReviews.get('1')).toBe('contradiction')
    expect(judge(early, denied, start + 9 * DAY).nextCheckAt).toBeNull()
  })

  test('case 54: an answer that denies the claim puts it before a person; a later one that confirms it activates', () => {
    const denied = story(orderFacts(), [claim, { status: 'waiting' }])
    expect([denied.judgement.state, denied.item()]).toEqual(['review', 'contradiction'])
    expect(denied.judgement.nextCheckAt).not.toBeNull()
    const later = story(orderFacts(), [claim, { status: 'waiting' }, { status: 'finished', percent: 100 }])
    expect([later.judgement.state, later.item(), later.activations]).toEqual(['paid', null, 1])
  })

  test('case 54: a provider that does not know the payment denies it', () => {
    const order = orderFacts()
    const [payment] = tell(order, [], claim)
    if (payment === undefined) throw new Error('nothing was told')
    const absent = withAbsence(payment, start + 2 * MINUTE)
    expect(judge(order, [absent], start + HOUR)).toMatchObject({ state: 'review', orderReview: 'contradiction' })
  })

  test('an answer with the same money that is one step behind denies nothing', () => {
    const behind = story(orderFacts(), [claim, { status: 'confirming', percent: 100 }])
    expect([behind.judgement.state, behind.item()]).toEqual(['in_flight', null])
  })

  test('an answer that was asked for before the claim denies nothing', () => {
    const { judgement, payments } = story(orderFacts(), [{ status: 'waiting', at: start + 1 }, claim])
    expect([judgement.state, payments[0]?.reading_wanted]).toEqual(['in_flight', true])
  })
})
