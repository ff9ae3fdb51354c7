import { DAY, HOUR, roundTo } from '#features/ea/simulation/market.ts'
import { after, all, busy, fromDay, atLoss, opensKnowing, scripted, type Forgery } from './forgery.ts'

/** The data are true, and a visitor must read how the account is run. */
export const riskyAccounts: readonly Forgery[] = [
  { name: 'a cent account', play: { trading: { currency: 'USC' } }, finds: ['cent_account'], held: false },
  {
    name: 'a server that hardly anybody uses',
    play: { trading: { server: 'Solitaria-Live' } },
    finds: ['unknown_server'],
    held: false,
  },
  { name: 'a tiny account', play: { trading: { capital: 90 } }, finds: ['tiny_account'], held: false },
  { name: 'a small account', play: { trading: { capital: 300 } }, finds: ['small_account'], held: false },
  {
    name: 'a terminal that is off most of the day',
    play: { disguise: { off: (at) => at % DAY > 12 * HOUR }, days: 9, every: 15 },
    finds: ['low_coverage'],
    held: false,
  },
  {
    name: 'equity that is mostly bonus',
    play: {
      disguise: {
        snapshot: (snapshot) => ({ ...snapshot, credit: 5000, equity: roundTo(snapshot.equity + 5000, 2) }),
      },
    },
    finds: ['bonus_credit'],
    held: false,
  },
  {
    name: 'a deposit to save a losing position',
    play: {
      trading: { manner: scripted },
      disguise: {
        act: all(
          fromDay(0.2, (account, at) => void opensKnowing(account, at, 24, -0.3)),
          atLoss(0.15, (account, at) => account.deposit(5000, at, 'Deposit')),
        ),
      },
    },
    finds: ['rescue_deposit'],
    held: false,
  },
  {
    name: 'a blown account',
    play: {
      trading: { manner: scripted },
      disguise: {
        act: all(
          fromDay(0.2, (account, at) => void opensKnowing(account, at, 24, -0.95)),
          fromDay(1.2, (account, at) => [...account.positions].forEach((position) => account.close(position, at))),
        ),
      },
    },
    finds: ['blown_account', 'deep_drawdown', 'extreme_drawdown'],
    held: false,
  },
  {
    name: 'a loss that is never closed',
    play: {
      trading: { manner: scripted },
      disguise: { act: fromDay(0.2, (account, at) => void opensKnowing(account, at, 60, -0.5)) },
      days: 8,
    },
    finds: ['hidden_loss', 'heavy_hidden_loss'],
    held: false,
  },
  {
    name: 'growth of the balance behind a hedge',
    play: {
      trading: { manner: scripted },
      disguise: {
        act: all(
          fromDay(0.2, (account, at) => {
            const won = opensKnowing(account, at, 24, 0.2)
            if (won !== null) {
              const other = won.side === 'buy' ? 'sell' : 'buy'
              account.open({ symbol: won.symbol, side: other, lots: won.lots, at: at + 1 })
            }
          }),
          fromDay(1.2, (account, at) => {
            const [first] = account.positions
            if (first === undefined) return
            account.close(first, at)
            account.open({
              symbol: first.symbol,
              side: first.side,
              lots: account.positions[0]?.lots ?? 0.1,
              at: at + 1,
            })
          }),
        ),
      },
    },
    finds: ['hedged_growth'],
    held: false,
  },
  {
    name: 'doubling after losses',
    play: {
      trading: { style: 'martingale', manner: { symbols: ['EURUSD'], entriesADay: 20, hold: [1, 1], skill: -0.3 } },
      days: 10,
    },
    finds: ['martingale'],
    held: false,
  },
  {
    name: 'averaging down',
    play: { trading: { style: 'grid', platform: 'MT4', manner: { stop: 0.08, skill: -0.3 } }, days: 12 },
    finds: ['averaging', 'no_stop_loss'],
    held: false,
  },
  {
    name: 'many small wins and a few large losses',
    play: {
      trading: {
        commission: 0,
        manner: {
          ...busy,
          symbols: ['XAUUSD'],
          hold: [30, 50],
          stop: 3,
          reward: 0.06,
          skill: 0.5,
          maximumOpen: 12,
          scalesOut: false,
        },
      },
      days: 9,
    },
    finds: ['small_wins'],
    held: false,
  },
  {
    name: 'one lucky trade',
    play: {
      trading: { manner: { ...busy, risk: 0.0004, scalesOut: false }, seed: 5 },
      disguise: {
        act: all(
          fromDay(0.2, (account, at) => void opensKnowing(account, at, 24, 0.3)),
          fromDay(1.2, (account, at) => {
            const largest = account.positions.toSorted((a, b) => b.lots - a.lots)[0]
            if (largest !== undefined) account.close(largest, at)
          }),
        ),
      },
      days: 7,
    },
    finds: ['one_lucky_trade'],
    held: false,
  },
  {
    name: 'trades of seconds',
    play: { trading: { style: 'scalper', manner: { entriesADay: 30, hold: [0.003, 0.01] } }, days: 4 },
    finds: ['very_short_trades'],
    held: false,
  },
  {
    name: 'a terminal that is off while positions are open',
    play: {
      trading: { manner: scripted },
      disguise: {
        act: fromDay(0.2, (account, at) => void opensKnowing(account, at, 24, 0.02)),
        off: (at) => at > after(1) && at < after(2.5),
      },
    },
    finds: ['unobserved_drawdown'],
    held: false,
  },
  {
    name: 'a promise in the name',
    play: { displayName: 'Rendimento garantito +900%', days: 2 },
    finds: ['false_claims'],
    held: false,
  },
]
