import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS } from '#shared/dates.ts'
import { providerStatuses } from '../../provider.ts'
import { adminScene } from '../testing/admin-scene.ts'

const { kernel, buyer, call, order, payment, erase } = await adminScene()
const { sql } = kernel

const aPayment = fc.record({
  status: fc.constantFrom(...providerStatuses),
  received: fc.constantFrom(null, '0', '0.0', '0.00000001', '11.99', '120'),
  /** The amount in a notification, which the merged amount may lack. */
  notified: fc.constantFrom(undefined, '0', '0.5'),
  isChild: fc.boolean(),
})
const anOrder = fc.record({
  trader: fc.constantFrom('there', 'gone', 'no e-mail'),
  state: fc.constantFrom('open', 'in_flight', 'underpaid', 'review', 'dead', 'paid'),
  age: fc.constantFrom(0, 29, 31),
  payments: fc.array(aPayment, { maxLength: 3 }),
})

/** Statuses that mean that no money came. */
const withoutMoney = ['waiting', 'expired', 'failed']
const sawMoney = ({
  status,
  received,
  notified,
}: {
  status: string
  received: string | null
  notified: string | undefined
}) => Number(received ?? 0) > 0 || Number(notified ?? 0) > 0 || !withoutMoney.includes(status)

test('case 82: whatever orders there are, a cleanup takes all that may go and nothing that saw money', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anOrder, { minLength: 1, maxLength: 6 }), async (orders) => {
      await erase()
      let next = 0
      const expected: string[] = []
      const moneyed: string[] = []
      for (const one of orders) {
        const isPaid = one.state === 'paid'
        const id = await order({
          trader: one.trader === 'gone' ? null : buyer,
          ...(one.trader === 'no e-mail' && { email: null }),
          state: one.state as 'open',
          ...(isPaid && { status: 'finished', activated: true, paidBy: '1' }),
          age: one.age * DAY_MS,
        })
        const root = String(++next)
        for (const [index, each] of one.payments.entries()) {
          await payment(index === 0 ? root : String(++next), {
            order: id,
            status: each.status,
            received: each.received,
            ...(each.notified !== undefined && { notified: { furthest: { received: each.notified } } }),
            ...(each.isChild && index > 0 && { parent: root }),
          })
        }
        const isRich = one.payments.some(sawMoney)
        if (isRich) moneyed.push(id)
        const mayGo = one.trader !== 'there' && !isPaid && !isRich && (one.state === 'dead' || one.age > 30)
        if (!mayGo) expected.push(id)
      }
      const before = await sql`select provider_payment_id from provider_payment where order_id = any(${moneyed})`
      const answer = await call('DELETE', '/api/admin/payments/cleanup-orphaned')
      expect(answer.json()).toMatchObject({ orphaned_removed: orders.length - expected.length })
      const left = await sql<{ order_id: string }[]>`select order_id from payment_order`
      expect(left.map((row) => row.order_id).toSorted()).toEqual(expected.toSorted())
      const after = await sql`select provider_payment_id from provider_payment where order_id = any(${moneyed})`
      expect(after).toHaveLength(before.length)
    }),
    { numRuns: 60 },
  )
})
