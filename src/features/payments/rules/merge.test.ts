import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '#shared/dates.ts'
import { compareDec } from '../decimal.ts'
import { providerStatuses } from '../provider.ts'
import { decide } from '../rules.ts'
import { orderFacts, messageOf, start, story, report, type Known, type Reported } from '../testing/rules-scene.ts'
import { covers } from './coverage.ts'

const order = orderFacts()

/** Any message about one of three payments, fitting or not. */
const anyMessage = fc.record({
  id: fc.constantFrom('1', '2', '3'),
  status: fc.constantFrom(...providerStatuses),
  percent: fc.constantFrom(0, 40, '98.9', '99.5', 100, 250, null),
  source: fc.constantFrom('notification' as const, 'reading' as const),
  fields: fc.constantFrom(
    {},
    {},
    {},
    { price: { amount: '1', currency: 'usd' } },
    { parentPaymentId: '8' },
    { asked: null },
  ),
})

/** Messages, each at a moment of its own, as genuine notifications and answers come. */
const anyStory = fc
  .array(anyMessage, { minLength: 1, maxLength: 12 })
  .map((messages) => messages.map((message, index): Reported => ({ ...message, at: start + index * 1_000 })))

const notifications = anyStory.map((messages) =>
  messages.map((reported): Reported => ({ ...reported, source: 'notification' })),
)

function all(messages: readonly Reported[]): Known[] {
  let payments: Known[] = []
  for (const reported of messages) payments = report(order, payments, reported)
  return payments.toSorted((a, b) => a.payment_id.localeCompare(b.payment_id))
}

test('case 22: the order in which notifications arrive does not matter', () => {
  fc.assert(
    fc.property(
      notifications.chain((messages) =>
        fc.tuple(fc.constant(messages), fc.shuffledSubarray(messages, { minLength: messages.length })),
      ),
      ([messages, shuffled]) => {
        const now = start + MINUTE_MS
        const [one, other] = [decide(order, all(messages), now), decide(order, all(shuffled), now)]
        expect({ ...one, nextCheckAt: null }).toEqual({ ...other, nextCheckAt: null })
      },
    ),
  )
})

test('case 18: a message that comes again changes nothing, and neither does a second decision', () => {
  fc.assert(
    fc.property(anyStory, fc.nat(), (messages, index) => {
      const known = all(messages)
      const again = messages[index % messages.length]
      const repeated = again?.source === 'notification' ? all([...messages, again]) : known
      const now = start + MINUTE_MS
      expect(decide(order, repeated, now).state).toBe(decide(order, known, now).state)
      const first = story(order, messages, now)
      const second = decide(first.order, first.payments, now)
      expect(second).toEqual({ ...first.decision, activateBy: null })
    }),
  )
})

test('received money never decreases', () => {
  fc.assert(
    fc.property(anyStory, (messages) => {
      let before: Known[] = []
      for (const reported of messages) {
        const after = report(order, before, reported)
        const decreased = before.filter(({ payment_id, received }) => {
          const now = after.find((payment) => payment.payment_id === payment_id)?.received ?? '0'
          return received !== null && compareDec(now, received) < 0
        })
        expect(decreased).toEqual([])
        before = after
      }
    }),
  )
})

test('nothing activates without a message that covers the price, an order activates once and stays so', () => {
  fc.assert(
    fc.property(anyStory, (messages) => {
      const { order: after, activations, decision } = story(order, messages)
      // No question fails in this test, so a notification alone never suffices.
      const covered = messages.some((reported) => reported.source === 'reading' && covers(order, messageOf(reported)))
      expect(activations).toBeLessThanOrEqual(covered ? 1 : 0)
      expect(after.state === 'paid').toBe(activations === 1)
      expect(['confirmed', 'finished'].includes(decision.status)).toBe(after.activated)
    }),
  )
})
