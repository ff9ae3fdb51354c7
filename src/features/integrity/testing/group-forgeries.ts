import { DAY, HOUR, roundTo } from '#features/ea/simulation/market.ts'
import type { FindingCode } from '../rules/catalogue.ts'
import { after, busy, scripted } from './forgery.ts'
import type { Disguise } from './simulated-trader.ts'
import type { Play } from './stage.ts'

/** Forgeries that show only beside other accounts: all of a group are played together on a server of their own. */
export interface GroupForgery {
  name: string
  plays: Play[]
  /** For each player. */
  finds: FindingCode[][]
  /** Players whom it keeps out of the ranking. */
  held?: number[]
}

const sameTrades = { manner: { ...busy, symbols: ['EURUSD'] } as const, seed: 77 }
const sameTickets = { firstTicket: 45_000_000 }
const honestPeer = (seed: number, server = 'Silvana-Live'): Play => ({
  days: 8,
  trading: { manner: { ...busy, entriesADay: 14 }, seed, server },
})

/** Everything bought at noon of every so many days and sold at four; the mirror image sells. @param earlier seconds before the other one */
function atNoon(
  side: 'buy' | 'sell',
  { lots = 0.3, earlier = 0, days = 1 }: { lots?: number; earlier?: number; days?: number } = {},
): NonNullable<Disguise['act']> {
  return (account, at) => {
    const hour = Math.floor((at % DAY) / HOUR)
    const [open] = account.positions
    const isDay = Math.floor(at / DAY) % days === 0
    if (hour === 12 && isDay && open === undefined) {
      account.open({ symbol: 'EURUSD', side, lots, at: at - earlier })
    }
    if (hour === 16 && open !== undefined) account.close(open, at)
  }
}

const half = (amount: number): number => roundTo(amount / 2, 2)

/** All money and volume of the account halved. */
const atHalfSize: Disguise = {
  history: (items) =>
    items.map((item) => {
      const money = { profit: half(item.profit), swap: half(item.swap), commission: half(item.commission) }
      return 'lots' in item
        ? { ...item, ...money, lots: item.lots / 2 }
        : { ...item, ...money, volume: item.volume / 2 }
    }),
  snapshot: (snapshot) => {
    const positions = (snapshot.positions ?? []).map((one) => ({
      ...one,
      volume: one.volume / 2,
      profit: half(one.profit),
    }))
    const floating = roundTo(
      positions.reduce((sum, { profit, swap }) => sum + profit + swap, 0),
      2,
    )
    return { ...snapshot, positions, floating, equity: roundTo(snapshot.balance + floating, 2) }
  },
}

/** A clock an hour ahead, and records some seconds later. */
const onAnotherClock: Disguise = {
  history: (items) =>
    items.map((item) => {
      const later = HOUR + (Number(item.ticket) % 3)
      return 'lots' in item
        ? { ...item, open_time: item.open_time + later, close_time: item.close_time + later }
        : { ...item, time: item.time + later }
    }),
  snapshot: (snapshot) => ({
    ...snapshot,
    positions: (snapshot.positions ?? []).map((one) => ({ ...one, open_time: one.open_time + HOUR })),
  }),
  time: (time) => ({ ...time, tick: time.tick + HOUR }),
}

export const groupForgeries: readonly GroupForgery[] = [
  {
    name: 'one account mirrors another',
    plays: [501, 502].map((login) => ({
      days: 5,
      trading: { ...sameTrades, login: String(login), server: 'Specchio-Live', firstTicket: 40_000_000 + login },
    })),
    finds: [['mirror_account'], ['mirror_account']],
  },
  {
    name: 'somebody else’s history under other numbers, at half its size, and with other times',
    plays: [
      { days: 5, trading: { ...sameTrades, ...sameTickets, login: '505', server: 'Copia-Live 2' } },
      {
        days: 5,
        trading: { ...sameTrades, ...sameTickets, login: '506', server: 'Copia-Live 02' },
        disguise: { off: (at) => at < after(0.5), ...atHalfSize },
      },
      {
        days: 5,
        trading: { ...sameTrades, ...sameTickets, login: '507', server: 'copia live 2' },
        disguise: { off: (at) => at < after(0.5), ...onAnotherClock },
      },
    ],
    finds: [[], ['tickets_of_another'], ['tickets_of_another']],
    held: [1, 2],
  },
  {
    name: 'two accounts bet against each other',
    plays: (['buy', 'sell'] as const).map((side, index) => ({
      days: 9,
      trading: {
        manner: scripted,
        login: String(511 + index),
        server: 'Contrario-Live',
        firstTicket: 40_000_000 + index,
      },
      disguise: { act: atNoon(side) },
    })),
    finds: [['opposite_account'], ['opposite_account']],
  },
  {
    name: 'two accounts of unlike size bet against each other every other day, eleven seconds apart',
    plays: [
      { side: 'buy', lots: 0.3, earlier: 11, login: '515' },
      { side: 'sell', lots: 0.2, earlier: 0, login: '516' },
    ].map(({ side, login, ...manner }) => ({
      days: 14,
      trading: { manner: scripted, login, server: 'Contrario-Live' },
      disguise: { act: atNoon(side as 'buy' | 'sell', { ...manner, days: 2 }) },
    })),
    finds: [['opposite_account'], ['opposite_account']],
  },
  {
    name: 'five people on one network',
    plays: [521, 522, 523, 524, 525].map((login) => ({
      days: 1,
      address: '192.0.2.77',
      trading: { login: String(login), server: `Rete${login}-Live` },
    })),
    finds: [['shared_network'], ['shared_network'], ['shared_network'], ['shared_network'], ['shared_network']],
  },
  {
    name: 'prices that nobody else on the server had',
    plays: [
      ...[531, 532, 533, 534].map((login) => ({
        days: 6,
        trading: { ...sameTrades, login: String(login), server: 'Prezzi-Live', firstTicket: 40_000_000 + login },
      })),
      {
        days: 6,
        trading: { ...sameTrades, login: '535', server: 'Prezzi-Live', firstTicket: 40_000_535 },
        disguise: {
          history: (items) =>
            items.map((item) =>
              'entry' in item && item.symbol !== '' ? { ...item, price: roundTo(item.price * 1.004, 5) } : item,
            ),
          snapshot: (snapshot) => ({
            ...snapshot,
            positions: (snapshot.positions ?? []).map((position) => ({
              ...position,
              open_price: roundTo(position.open_price * 1.004, 5),
              price: roundTo(position.price * 1.004, 5),
            })),
          }),
        },
      },
    ],
    finds: [[], [], [], [], ['peer_price']],
  },
  {
    name: 'tickets that the server cannot have given at that time',
    plays: [
      honestPeer(541),
      honestPeer(542),
      honestPeer(543),
      {
        ...honestPeer(544, 'SILVANA LIVE'),
        disguise: {
          history: (items) =>
            items.map((item) =>
              item.type === 'balance' ? item : { ...item, ticket: String(Number(item.ticket) + 9_000_000) },
            ),
        },
      },
    ],
    finds: [[], [], [], ['ticket_line']],
  },
]
