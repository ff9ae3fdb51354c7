import { timeOf } from '#features/ea/advisor/record-book.ts'
import { DAY, HOUR, roundTo, type StoryTime } from '#features/ea/simulation/market.ts'
import type { TradingAccount } from '#features/ea/simulation/trading-account.ts'
import { firstSync, market, type Disguise, type Trading } from '#features/integrity/testing/simulated-trader.ts'
import { brokerSeconds, lotOf, moneyRow, steps, type Act } from '../changes.ts'
import type { Oddity } from './oddity.ts'

const onNewYork: Trading = { clock: 'new_york' }
const mt5: Trading = { ...onNewYork, platform: 'MT5', netting: false, style: 'intraday' }

/** Money of other kinds than trades. */
export const moneyOddities: readonly Oddity[] = [
  {
    name: 'deposits and withdrawals while positions are open',
    trading: { manner: { entriesADay: 5 } },
    make({ random, amount, moment }) {
      const flows = Array.from({ length: 8 }, (_, index): [StoryTime, Act] => [
        moment((index + 0.2) * 1.5, (index + 0.8) * 1.5),
        (account, at) => {
          const paid = index % 2 === 0 ? amount(random.between(0.1, 9)) : -random.between(0.3, 0.85) * account.balance()
          account.deposit(paid, at, 'Cassa')
        },
      ])
      return { events: [{ act: steps(...flows) }] }
    },
  },
  {
    name: 'a bonus that the server leaves out of equity',
    make({ random, amount }) {
      const credit = amount(random.between(0.1, 0.6))
      return {
        events: [
          {
            snapshot: (snapshot, at) => {
              const apart = lotOf(String(Math.floor(at / HOUR))) < 1 / 7 ? 0.01 : 0
              return { ...snapshot, credit, equity: roundTo(snapshot.equity + apart, 2) }
            },
          },
        ],
      }
    },
  },
  {
    name: 'a bonus inside equity',
    trading: onNewYork,
    make({ random, amount, moment }) {
      const credit = amount(random.between(0.1, 0.6))
      const from = moment(1, 6)
      return {
        events: [
          {
            history: (items, at) =>
              at < from ? [...items] : [...items, moneyRow(items, 'credit', credit, brokerSeconds(from), 'Bonus')],
            snapshot: (snapshot, at) =>
              at < from ? snapshot : { ...snapshot, credit, equity: roundTo(snapshot.equity + credit, 2) },
          },
        ],
      }
    },
  },
  {
    name: 'cashback each day',
    trading: mt5,
    make: ({ random, amount }) => ({
      events: [{ history: daily('commission_agent', amount(random.between(0.0005, 0.002)), 'Cashback') }],
    }),
  },
  {
    name: 'a dividend',
    trading: onNewYork,
    make({ random, amount, moment }) {
      const paid = moment(1, 8)
      const dividend = amount(random.between(0.002, 0.014))
      return {
        events: [
          {
            history: (items, at) =>
              at < paid
                ? [...items]
                : [...items, moneyRow(items, 'dividend', dividend, brokerSeconds(paid), 'Dividend')],
          },
        ],
      }
    },
  },
  {
    name: 'financing of both signs on crypto',
    trading: { ...onNewYork, platform: 'MT4', netting: false, style: 'crypto' },
    make: ({ random, amount }) => ({
      events: [{ history: daily('balance', amount(random.between(-0.0008, 0.0004)), 'Rollover BTCUSD') }],
    }),
  },
  {
    name: 'commissions charged at the end of the day',
    trading: { ...mt5, commission: 0 },
    make: ({ random, amount }) => ({
      events: [{ history: daily('commission_daily', amount(-random.between(0.0001, 0.0008)), '') }],
    }),
  },
  {
    name: 'commissions that come with a later revision of the record',
    trading: { ...onNewYork, commission: 4, manner: { entriesADay: 4 } },
    make: () => ({
      events: [
        {
          history: (items, at) =>
            items.map((item) =>
              Math.floor(timeOf(item) / DAY) < Math.floor(brokerSeconds(at) / DAY) ? item : { ...item, commission: 0 },
            ),
        },
      ],
    }),
  },
  {
    name: 'a stop-out below zero, its correction and a new deposit',
    trading: { netting: false },
    make({ random, amount, moment }) {
      const start = moment(2, 6)
      const ruin = random.between(1.03, 1.12)
      const hours = hoursToRuin(start)
      const end = start + hours * HOUR
      return {
        events: [
          {
            act: steps(
              [start, (account, at) => openRuin(account, at, hours, ruin)],
              [
                end,
                (account, at) => {
                  for (const position of account.positions.slice()) account.close(position, at, { comment: 'so: 50%' })
                },
              ],
              [end + HOUR, (account, at) => account.deposit(Math.max(0, -account.balance()), at, correction)],
              [end + DAY, (account, at) => account.deposit(amount(1), at, 'Deposit')],
            ),
            history: (items) =>
              items.map((item) =>
                'entry' in item && item.comment === correction ? { ...item, type: 'correction' } : item,
              ),
          },
        ],
      }
    },
  },
]

const correction = 'Negative balance'
/** The leverage of the account, half of which the margin allows. */
const exposure = 50

/** Hours until the price of bitcoin has moved far enough to ruin an account that risks all it may. */
function hoursToRuin(start: StoryTime): number {
  const moved = (hours: number) =>
    Math.abs(market.price('BTCUSD', start + hours * HOUR) / market.price('BTCUSD', start) - 1)
  for (let hours = 2; ; hours += 1) if (moved(hours) * exposure > 1.3) return hours
}

/** Opens what loses `ruin` times the balance within these hours. */
function openRuin(account: TradingAccount, at: StoryTime, hours: number, ruin: number): void {
  const move = market.price('BTCUSD', at + hours * HOUR) - market.price('BTCUSD', at)
  const lots = account.sized('BTCUSD', Math.abs(move), ruin)
  account.open({ symbol: 'BTCUSD', side: move > 0 ? 'sell' : 'buy', lots, at })
}

/** A row of money at the end of each day since the first sync. */
function daily(type: string, amount: number, comment: string): NonNullable<Disguise['history']> {
  return (items, at) => {
    const days = Math.max(0, Math.floor((at - firstSync) / DAY))
    const rows = Array.from({ length: days }, (_, day) =>
      moneyRow(items, type, amount, brokerSeconds(firstSync + (day + 1) * DAY) - 90, comment),
    )
    return [...items, ...rows]
  }
}
