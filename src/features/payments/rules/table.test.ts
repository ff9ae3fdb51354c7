import { describe, expect, test } from 'vitest'
import type { OrderFacts, OrderState, ReviewCode } from '../rules.ts'
import { orderFacts, story, type Reported } from '../testing/rules-scene.ts'

/** How an order comes into each state; payment 1 brings it there where a payment does. */
const ways: Record<OrderState, { order: Partial<OrderFacts>; reported: Reported[] }> = {
  creating: { order: { state: 'creating' }, reported: [] },
  open: { order: {}, reported: [] },
  in_flight: { order: {}, reported: [{ status: 'confirming' }] },
  underpaid: { order: {}, reported: [{ status: 'partially_paid', percent: 60 }] },
  paid: { order: {}, reported: [{ status: 'finished', percent: 100 }] },
  review: { order: {}, reported: [{ id: '9', status: 'finished', percent: 50 }] },
  dead: { order: {}, reported: [{ id: '9', status: 'failed' }] },
}
const stateNames = Object.keys(ways) as OrderState[]

type Next = OrderState | [OrderState, item: ReviewCode]
type Row = Record<OrderState, Next>

/** The whole table: the effect of an event of payment 1 (`other`: of another payment) on an order in each state. */
const table: [event: string, reported: Reported, row: Row, other?: OrderState[]][] = [
  [
    'waiting',
    { status: 'waiting' },
    {
      creating: 'open',
      open: 'open',
      in_flight: 'in_flight',
      underpaid: 'underpaid',
      paid: 'paid',
      review: 'review',
      dead: 'open',
    },
  ],
  [
    'confirming',
    { status: 'confirming' },
    {
      creating: 'in_flight',
      open: 'in_flight',
      in_flight: 'in_flight',
      underpaid: 'in_flight',
      paid: 'paid',
      review: 'review',
      dead: 'in_flight',
    },
    ['underpaid', 'paid'],
  ],
  ...(['confirmed', 'sending', 'finished', 'partially_paid'] as const).map((status): (typeof table)[number] => [
    `${status}, covered`,
    { status, percent: '99.5' },
    {
      creating: 'paid',
      open: 'paid',
      in_flight: 'paid',
      underpaid: 'paid',
      paid: 'paid',
      review: 'paid',
      dead: 'paid',
    },
  ]),
  ...(['confirmed', 'sending'] as const).map((status): (typeof table)[number] => [
    `${status}, not covered`,
    { status, percent: 60 },
    {
      creating: 'in_flight',
      open: 'in_flight',
      in_flight: 'in_flight',
      underpaid: 'in_flight',
      paid: 'paid',
      review: 'review',
      dead: 'in_flight',
    },
    ['underpaid', 'paid'],
  ]),
  [
    'finished, not covered',
    { status: 'finished', percent: 60 },
    {
      creating: ['review', 'finished_short'],
      open: ['review', 'finished_short'],
      in_flight: ['review', 'finished_short'],
      underpaid: ['review', 'finished_short'],
      paid: ['paid', 'finished_short'],
      review: ['review', 'finished_short'],
      dead: ['review', 'finished_short'],
    },
  ],
  [
    'partially_paid, short',
    { status: 'partially_paid', percent: 60 },
    {
      creating: 'underpaid',
      open: 'underpaid',
      in_flight: 'underpaid',
      underpaid: 'underpaid',
      paid: ['paid', 'part_besides'],
      review: 'review',
      dead: 'underpaid',
    },
    ['paid'],
  ],
  [
    'failed',
    { status: 'failed' },
    {
      creating: 'dead',
      open: 'dead',
      in_flight: 'dead',
      underpaid: 'underpaid',
      paid: ['paid', 'failed_after_payment'],
      review: 'review',
      dead: 'dead',
    },
    ['paid'],
  ],
  [
    'failed with money',
    { status: 'failed', percent: 40 },
    {
      creating: ['review', 'failed_with_money'],
      open: ['review', 'failed_with_money'],
      in_flight: ['review', 'failed_with_money'],
      underpaid: 'underpaid',
      paid: ['paid', 'failed_after_payment'],
      review: ['review', 'failed_with_money'],
      dead: ['review', 'failed_with_money'],
    },
    ['paid'],
  ],
  [
    'expired',
    { status: 'expired' },
    {
      creating: 'dead',
      open: 'dead',
      in_flight: 'dead',
      underpaid: 'underpaid',
      paid: 'paid',
      review: 'review',
      dead: 'dead',
    },
  ],
  [
    'expired with money',
    { status: 'expired', percent: 40 },
    {
      creating: ['review', 'expired_with_money'],
      open: ['review', 'expired_with_money'],
      in_flight: ['review', 'expired_with_money'],
      underpaid: 'underpaid',
      paid: 'paid',
      review: ['review', 'expired_with_money'],
      dead: ['review', 'expired_with_money'],
    },
  ],
  [
    'refunded',
    { status: 'refunded', percent: 100 },
    {
      creating: ['review', 'refunded'],
      open: ['review', 'refunded'],
      in_flight: ['review', 'refunded'],
      underpaid: ['review', 'refunded'],
      paid: ['paid', 'refunded'],
      review: ['review', 'refunded'],
      dead: ['review', 'refunded'],
    },
  ],
  [
    'a deposit that belongs to another payment, finished',
    { id: '5', status: 'finished', percent: 100, fields: { parentPaymentId: '1' } },
    {
      creating: ['creating', 'child_payment'],
      open: ['open', 'child_payment'],
      in_flight: ['in_flight', 'child_payment'],
      underpaid: ['underpaid', 'child_payment'],
      paid: ['paid', 'child_payment'],
      review: ['review', 'child_payment'],
      dead: ['dead', 'child_payment'],
    },
  ],
  [
    'another price',
    { status: 'finished', percent: 100, fields: { price: { amount: '1.00', currency: 'usd' } } },
    {
      creating: ['review', 'price_mismatch'],
      open: ['review', 'price_mismatch'],
      in_flight: ['review', 'price_mismatch'],
      underpaid: ['review', 'price_mismatch'],
      paid: ['paid', 'price_mismatch'],
      review: ['review', 'price_mismatch'],
      dead: ['review', 'price_mismatch'],
    },
  ],
  [
    'an unknown word',
    { id: '6', status: 'unknown' },
    {
      creating: ['creating', 'unknown_status'],
      open: ['open', 'unknown_status'],
      in_flight: ['in_flight', 'unknown_status'],
      underpaid: ['underpaid', 'unknown_status'],
      paid: ['paid', 'unknown_status'],
      review: ['review', 'unknown_status'],
      dead: ['dead', 'unknown_status'],
    },
  ],
]

describe.each(table)('%s', (_event, reported, row, other = []) => {
  test.each(stateNames)('when %s', (state) => {
    const { order, reported: before } = ways[state]
    const id = other.includes(state) ? '2' : (reported.id ?? '1')
    const { decision, item, activations } = story(orderFacts(order), [...before, { ...reported, id }])
    const [next, flag] = [row[state]].flat() as [OrderState, ReviewCode?]
    expect([decision.state, item(id)]).toEqual([next, flag ?? null])
    expect(activations).toBe(next === 'paid' ? 1 : 0)
    expect(decision.orderReview === null).toBe(next !== 'review')
  })
})
