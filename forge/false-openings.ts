import { timeOf } from '#features/ea/advisor/record-book.ts'
import { HOUR, roundTo, type StoryTime } from '#features/ea/simulation/market.ts'
import { firstSync, type Trading } from '#features/integrity/testing/simulated-trader.ts'
import { brokerSeconds, isWin, lotOf, relisted, steps } from './changes.ts'
import { closeAll, idle, openLoser } from './arranged-events.ts'
import { lie, mt5, records, type Lie } from './lie.ts'

const rescued: Trading = { ...idle, currency: 'EUR', clock: 'new_york' }
const numbers = { fall: [0.05, 0.6], deposit: [0.3, 8] } as const
const opened = firstSync + 24 * HOUR
const paid = opened + 9 * HOUR
/** The moment at which the position is said to have been opened: after the deposit. */
const claimed = brokerSeconds(paid) - 1500

/** A position that loses, and a deposit half an hour before the sync at `paid`. @param closes when all is closed */
const rescue = (capital: number, { fall, deposit }: Record<'fall' | 'deposit', number>, closes: StoryTime) => ({
  act: steps(
    [opened, (account, at) => openLoser(account, at - 60, 9, fall)],
    [paid, (account, at) => account.deposit(roundTo(deposit * capital, 2), at - 1800, 'Deposit')],
    [closes, (account, at) => closeAll(account, at - 60)],
  ),
})

/** Lies about when, and at which price, a position was opened. */
export const openingLies: readonly Lie[] = [
  lie({
    name: 'an open time after the deposit that followed the loss, in the list',
    ranges: numbers,
    trading: { ...rescued, platform: 'MT5' },
    make: (values, capital) => ({
      events: [rescue(capital, values, paid + 40 * HOUR)],
      disguise: {
        snapshot: (snapshot, at) => {
          if (at < paid) return snapshot
          const positions = (snapshot.positions ?? []).map((one) => ({
            ...one,
            open_time: Math.max(one.open_time, claimed),
          }))
          return { ...snapshot, positions }
        },
      },
    }),
  }),
  lie({
    name: 'an open time after the deposit that followed the loss, in the order',
    ranges: numbers,
    trading: { ...rescued, platform: 'MT4' },
    make: (values, capital) => ({
      events: [rescue(capital, values, paid)],
      disguise: records((item) =>
        'lots' in item && item.lots > 0 && item.open_time > brokerSeconds(opened) - HOUR && item.open_time < claimed
          ? { ...item, open_time: Math.min(claimed, item.close_time) }
          : item,
      ),
    }),
  }),
  lie({
    name: 'winners of any size, listed at their opening prices',
    part: 'results',
    ranges: { factor: [1.5, 8] },
    trading: { ...mt5, style: 'indices' },
    make: ({ factor }) => ({
      disguise: {
        ...records((item) =>
          isWin(item) && timeOf(item) > brokerSeconds(firstSync)
            ? { ...item, profit: roundTo(item.profit * factor, 2) }
            : item,
        ),
        snapshot: (snapshot, at) =>
          relisted(
            snapshot,
            (snapshot.positions ?? []).map((one) => ({
              ...one,
              price: roundTo(one.open_price * (1 + 0.00015 * (lotOf(one.id + Math.floor(at / 600)) - 0.5)), 3),
              profit: 0,
            })),
          ),
      },
    }),
  }),
]
