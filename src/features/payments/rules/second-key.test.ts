import { describe, expect, test } from 'vitest'
import { judge } from '../rules.ts'
import { DAY, HOUR, MINUTE, orderFacts, start, story, tell, type Told } from '../testing/judged.ts'
import { withAbsence, withFailure } from './join.ts'

describe('two keys', () => {
  const claim: Told = { status: 'finished', percent: 100, source: 'notification', at: start + MINUTE }

  test('a genuine notification alone waits for our own reading', () => {
    const { judgement, payments } = story(orderFacts(), [claim])
    expect(judgement).toMatchObject({ state: 'in_flight', status: 'confirming', activateBy: null })
    expect(payments[0]?.reading_wanted).toBe(true)
  })

  test('our own reading alone suffices', () => {
    expect(story(orderFacts(), [{ status: 'confirmed', percent: 100 }]).judgement.state).toBe('paid')
  })

  test('case 53: after 15 minutes of questions in vain the notification suffices, not before', () => {
    const order = orderFacts()
    const [payment] = tell(order, [], claim)
    if (payment === undefined) throw new Error('nothing was told')
    const failedAt = (from: number, until = from) => {
      const minutes = [...Array.from({ length: Math.ceil((until - from) / 4) }, (_, index) => from + index * 4), until]
      const after = minutes.reduce((known, each) => withFailure(known, start + each * MINUTE, 'asked'), payment)
      return judge(order, [after], start + HOUR)
    }
    expect(failedAt(1, 15.9)).toMatchObject({ state: 'in_flight', activateBy: null })
    expect(failedAt(1, 16)).toMatchObject({ state: 'paid', activateBy: '1' })
    // Not asked at all is not in vain, and one question in vain is no stretch, however late it comes.
    expect(judge(order, [payment], start + DAY).activateBy).toBeNull()
    expect(failedAt(40).activateBy).toBeNull()
    // A question in vain that a clock far ahead wrote down makes no stretch with the next one.
    expect(
      judge(
        order,
        [withFailure(withFailure(payment, start + HOUR, 'asked'), start + 2 * MINUTE, 'asked')],
        start + HOUR,
      ).activateBy,
    ).toBeNull()
    // While nothing was asked the provider may have been there.
    const [first, second] = [withFailure(payment, start, 'asked'), start + 20 * MINUTE]
    expect(judge(order, [withFailure(first, second, 'asked')], start + HOUR).activateBy).toBeNull()
    // What was in vain before the claim says nothing of the time since.
    expect(failedAt(-20, 15.9).activateBy).toBeNull()
  })

  test('case 53: any answer ends a stretch of questions in vain', () => {
    const order = orderFacts()
    const [payment] = tell(order, [], claim)
    if (payment === undefined) throw new Error('nothing was told')
    const first = withFailure(payment, start + 2 * MINUTE, 'asked')
    const [answered] = tell(order, [first], { status: 'confirming', percent: 100, at: start + 10 * MINUTE })
    if (answered === undefined) throw new Error('nothing was told')
    expect(answered).toMatchObject({ unreadable_since: null, reading_failed_at: null, next_reading_at: null })
    const again = [11, 15, 20].reduce((known, each) => withFailure(known, start + each * MINUTE, 'asked'), answered)
    expect(judge(order, [again], start + HOUR).activateBy).toBeNull()
    expect(withAbsence(again, start + HOUR).unreadable_since).toBeNull()
    // Asked before that answer and lost afterwards: it says nothing new.
    expect(withFailure(answered, start + 9 * MINUTE, 'asked').unreadable_since).toBeNull()
  })

  test('case 53: an answer about another payment ends a stretch: the provider was there', () => {
    const order = orderFacts()
    const [payment] = tell(order, [], claim)
    if (payment === undefined) throw new Error('nothing was told')
    const silentFrom = (answeredAt: number) =>
      Array.from({ length: 9 }, (_, index) => start + (2 + index * 2) * MINUTE).reduce(
        (known, at) => withFailure(known, at, 'asked', answeredAt < at ? answeredAt : null),
        payment,
      )
    expect(judge(order, [silentFrom(start + MINUTE)], start + HOUR).activateBy).toBe('1')
    const broken = silentFrom(start + 9 * MINUTE)
    expect(broken.unreadable_since).toBe(start + 10 * MINUTE)
    expect(judge(order, [broken], start + HOUR).activateBy).toBeNull()
    // A pause begins no stretch of its own after it.
    const paused = withFailure(broken, start + 19 * MINUTE, 'pause', start + 18.5 * MINUTE)
    expect(paused.unreadable_since).toBeNull()
  })

  test('case 53: what was not asked begins no stretch; a pause of the provider goes on with one, our own lack of time does not', () => {
    const [payment] = tell(orderFacts(), [], claim)
    if (payment === undefined) throw new Error('nothing was told')
    const last = (...failures: Parameters<typeof withFailure>[2][]) =>
      failures.reduce((known, each, index) => withFailure(known, start + index * MINUTE, each), payment)
        .reading_failed_at
    expect([last('pause', 'pause'), last('ours', 'pause')]).toEqual([null, null])
    expect([last('asked', 'pause'), last('asked', 'ours')]).toEqual([start + MINUTE, start])
  })

  test('a payment that cannot be read is asked for each minute at first, then less often', () => {
    const [payment] = tell(orderFacts(), [], claim)
    if (payment === undefined) throw new Error('nothing was told')
    const pauseAfter = (minutes: number) => {
      const at = start + minutes * MINUTE
      const known = { ...payment, unreadable_since: start, reading_failed_at: at - MINUTE }
      return ((withFailure(known, at, 'asked').next_reading_at ?? 0) - at) / MINUTE
    }
    expect([0, 15, 30, 60 * 24].map(pauseAfter)).toEqual([1, 1, 2, 3])
  })

  test('case 54: a standing denial is ended by another answer alone', () => {
    const order = orderFacts()
    const told: Told[] = [claim, { status: 'waiting', at: start + 2 * MINUTE }, { ...claim, at: start + 30 * MINUTE }]
    const { payments } = story(order, told)
    const [payment] = payments
    if (payment === undefined) throw new Error('nothing was told')
    expect(payment.reading_wanted).toBe(true)
    const minutes = Array.from({ length: 30 }, (_, index) => 31 + index)
    const silent = minutes.reduce((known, each) => withFailure(known, start + each * MINUTE, 'asked'), payment)
    expect(judge(order, [silent], start + DAY)).toMatchObject({ state: 'review', orderReview: 'contradiction' })
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
