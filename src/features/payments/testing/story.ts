import fc from 'fast-check'
import { plans } from '#features/subscriptions/catalogue.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import type { Mode } from './scripted-provider.ts'

/**
 * An event in a shop with two servers, as data. Numbers name the n-th trader, order, invoice, payment or notification of the
 * moment (modulo how many there are), so that every story can be played and shortened.
 */
export type Action =
  | { do: 'create'; on: number; trader: number; plan: string; coin: string | null }
  | { do: 'pay'; invoice: number; status: string; share: number; kind: 'root' | 'child' | 'wrong_price' | 'euro' }
  | { do: 'move'; payment: number; status: string; share: number | null }
  | { do: 'lie'; payment: number }
  /** Questions about one payment are in vain, to the end of the story. */
  | { do: 'mute'; payment: number }
  | { do: 'deliver'; on: number; sent: number; times: number; altered: boolean }
  | { do: 'poll'; on: number; order: number }
  | { do: 'reconcile'; on: number; order: number; by: 'owner' | 'admin' }
  | { do: 'job'; on: number }
  | { do: 'nightly'; on: number }
  | { do: 'mode'; mode: Mode }
  | { do: 'jump'; ms: number }
  | { do: 'crash'; on: number }
  | { do: 'delete' | 'restore'; on: number; order: number }
  | { do: 'extend' | 'cancel'; on: number; subscription: number }
  | { do: 'deactivate'; trader: number }
  /** A transaction holds an order's row, for milliseconds of the machine's clock. */
  | { do: 'hold'; order: number; ms: number }
  /** Every write to an order fails; null: all writes work again. */
  | { do: 'poison'; order: number | null }

/** An action and its delay after the beginning of its round, in milliseconds of the machine's clock. Chance decides what overlaps. */
export interface Moment {
  action: Action
  after: number
}

/** Moments of a round overlap; a round begins when the last one is over. */
export type Story = Moment[][]

const statuses = [
  'waiting',
  'confirming',
  'confirmed',
  'sending',
  'finished',
  'partially_paid',
  'failed',
  'expired',
  'refunded',
  'wrong_asset_confirmed',
]
const paidStatuses = ['confirmed', 'sending', 'finished', 'partially_paid']

const on = fc.nat(1)
const any = fc.nat(11)
/** The newest of a list, more often than the others. */
const newest = fc.oneof({ weight: 2, arbitrary: fc.constant(-1) }, any)
const status = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...paidStatuses) },
  { weight: 1, arbitrary: fc.constantFrom(...statuses) },
)
/** Shares of the price: nothing, little, just outside and inside the tolerance, exact, over. */
const share = fc.oneof(
  { weight: 3, arbitrary: fc.constant(1) },
  { weight: 2, arbitrary: fc.constantFrom(0, 0.1, 0.6, 0.98, 0.9899, 0.99, 0.995, 0.9961, 1.3) },
)
const modes: Mode[] = ['up', 'up', 'up', 'down', 'blocked', 'limited', 'refused', 'slow', 'lost', 'stale', 'forgetful']

const weighted = (weight: number, arbitrary: fc.Arbitrary<Action>) => ({ weight, arbitrary })
const action = fc.oneof(
  weighted(
    6,
    fc.record({
      do: fc.constant('create' as const),
      on,
      trader: fc.nat(1),
      plan: fc.constantFrom(...plans.map(({ code }) => code)),
      coin: fc.constantFrom(null, null, 'usdtbsc', 'btc'),
    }),
  ),
  weighted(
    8,
    fc.record({
      do: fc.constant('pay' as const),
      invoice: newest,
      status,
      share,
      kind: fc.constantFrom('root', 'root', 'root', 'root', 'root', 'child', 'wrong_price', 'euro'),
    }),
  ),
  weighted(
    6,
    fc.record({ do: fc.constant('move' as const), payment: newest, status, share: fc.oneof(share, fc.constant(null)) }),
  ),
  weighted(1, fc.record({ do: fc.constant('lie' as const), payment: newest })),
  weighted(1, fc.record({ do: fc.constant('mute' as const), payment: newest })),
  weighted(
    14,
    fc.record({
      do: fc.constant('deliver' as const),
      on,
      sent: newest,
      times: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 20 })),
      altered: fc.oneof({ weight: 8, arbitrary: fc.constant(false) }, fc.constant(true)),
    }),
  ),
  weighted(3, fc.record({ do: fc.constant('poll' as const), on, order: newest })),
  weighted(
    4,
    fc.record({
      do: fc.constant('reconcile' as const),
      on,
      order: newest,
      by: fc.constantFrom('owner' as const, 'admin' as const),
    }),
  ),
  weighted(5, fc.record({ do: fc.constant('job' as const), on })),
  weighted(1, fc.record({ do: fc.constant('nightly' as const), on })),
  weighted(4, fc.record({ do: fc.constant('mode' as const), mode: fc.constantFrom(...modes) })),
  weighted(
    4,
    fc.record({
      do: fc.constant('jump' as const),
      ms: fc.oneof(
        fc.constantFrom(1, 1000, MINUTE_MS, 2 * MINUTE_MS, 16 * MINUTE_MS, 61 * MINUTE_MS),
        fc.integer({ min: 1, max: 30 * HOUR_MS }),
      ),
    }),
  ),
  weighted(3, fc.record({ do: fc.constant('crash' as const), on })),
  weighted(2, fc.record({ do: fc.constantFrom('delete' as const, 'restore' as const), on, order: newest })),
  weighted(2, fc.record({ do: fc.constantFrom('extend' as const, 'cancel' as const), on, subscription: any })),
  weighted(1, fc.record({ do: fc.constant('deactivate' as const), trader: fc.nat(9) })),
)

/** Stories that begin with an order and a payment, so that few of them are about nothing. */
export function stories(rounds: number): fc.Arbitrary<Story> {
  const moment = fc.record({ action, after: fc.nat(12) })
  const beginning = fc
    .record({ plan: fc.constantFrom(...plans.map(({ code }) => code)), on, share, status })
    .map(({ plan, on: where, share: part, status: word }): Story => [
      [{ action: { do: 'create', on: where, trader: 0, plan, coin: null }, after: 0 }],
      [{ action: { do: 'pay', invoice: -1, status: word, share: part, kind: 'root' }, after: 0 }],
    ])
  const rest = fc.array(fc.array(moment, { minLength: 1, maxLength: 5 }), { maxLength: rounds })
  return fc.tuple(beginning, rest).map(([first, others]) => [...first, ...others])
}
