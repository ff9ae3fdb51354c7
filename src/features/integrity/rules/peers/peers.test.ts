import { expect, test } from 'vitest'
import { MINUTE_MS } from '#shared/dates.ts'
import { nightFactsWith, reviewFactsWith } from '../../testing/facts.ts'
import type { NightFacts } from '../night-rule.ts'
import { defaultThresholds } from '../thresholds.ts'
import { sameSymbol } from './matched-openings.ts'
import { mirrorAccount } from './mirror-account.ts'
import { oppositeAccount } from './opposite-account.ts'
import type { Opening, PeerFill, TicketTime } from './peer-facts.ts'
import { peerPrice } from './peer-price.ts'
import { sameTickets } from './same-tickets.ts'
import { sharedNetwork } from './shared-network.ts'
import { ticketLine } from './ticket-line.ts'
import { inversions, ticketOrder } from './ticket-order.ts'

const limits = defaultThresholds
const at = (ticket: number, minute: number): TicketTime => ({
  ticket: String(ticket),
  opened: minute * MINUTE_MS,
  closed: minute * MINUTE_MS,
})

test('R19: fewest tickets to leave out', () => {
  const times = (tickets: number[]) => tickets.map((ticket, index) => at(ticket, index))
  expect(inversions(times([1, 2, 3, 10, 100]))).toBe(0)
  expect(inversions(times([1, 2, 9, 3, 10]))).toBe(1)
  expect(inversions(times([5, 4, 3, 2, 1]))).toBe(4)
})

test('R19: more than one in 200 on MT5, more than half on MT4', () => {
  const rising = Array.from({ length: 200 }, (_, index) => at(1000 + index, index))
  const order = (own: TicketTime[], platform: 'MT4' | 'MT5') =>
    ticketOrder.detect(nightFactsWith({ tickets: own, platform }), limits).length
  expect(order(rising, 'MT5')).toBe(0)
  expect(order([...rising.slice(1), at(5, 300)], 'MT5')).toBe(0)
  expect(order([...rising.slice(2), at(5, 300), at(4, 301)], 'MT5')).toBe(1)
  expect(order([...rising.slice(2), at(5, 300), at(4, 301)], 'MT4')).toBe(0)
  expect(
    order(
      rising.map((one, index) => at(5000 - index, one.opened / MINUTE_MS)),
      'MT4',
    ),
  ).toBe(1)
  expect(
    order(
      rising
        .slice(0, 19)
        .toReversed()
        .map((one, index) => at(Number(one.ticket), index)),
      'MT5',
    ),
  ).toBe(0)
  expect(order(rising.toReversed(), 'MT5')).toBe(0)
})

/** Two accounts that took a number each minute, on average. */
const peers = new Map(
  ['a', 'b'].map((id, which) => [
    id,
    Array.from({ length: 100 }, (_, index) => at(1000 + index * 2 + which, index * 2)),
  ]),
)
const line = (own: TicketTime[], known = peers, platform: 'MT4' | 'MT5' = 'MT5') =>
  ticketLine
    .detect(nightFactsWith({ compared: { own, peers: known }, platform }), limits)
    .map(({ occurrences }) => occurrences)

test('R20: five numbers off the line of two other accounts by half an hour', () => {
  const shifted = (count: number, minutes: number) =>
    Array.from({ length: count }, (_, index) => at(1080 + index, 80 + index + minutes))
  expect(line(shifted(5, 0))).toEqual([])
  expect(line(shifted(5, 40))).toEqual([5])
  expect(line(shifted(5, -40))).toEqual([5])
  expect(line(shifted(5, 25))).toEqual([])
  expect(line(shifted(4, 40))).toEqual([])
})

test('R20: one other account is no line, and few records are none', () => {
  const forged = Array.from({ length: 5 }, (_, index) => at(1080 + index, 180))
  expect(line(forged, new Map([...peers].slice(0, 1)))).toEqual([])
  expect(line(forged, new Map([...peers].map(([id, times]) => [id, times.slice(0, 20)])))).toEqual([])
})

test('R20: as many that agree outweigh those that contradict', () => {
  const forged = Array.from({ length: 5 }, (_, index) => at(1080 + index, 180))
  const shifted = ([id, times]: [string, TicketTime[]]): [string, TicketTime[]] => [
    `${id}2`,
    times.map((one) => ({ ...one, closed: one.closed + 100 * MINUTE_MS })),
  ]
  expect(line(forged, new Map([...peers, ...[...peers].map(shifted)]))).toEqual([])
  expect(line(forged, new Map([...peers, ...[...peers].slice(1).map(shifted)]))).toEqual([5])
})

test('R20 on MT4: a pending order is older than its opening, never younger', () => {
  const old = Array.from({ length: 8 }, (_, index) => at(500 + index, 60))
  const future = Array.from({ length: 8 }, (_, index) => at(9000 + index, 60))
  expect(line(old, peers, 'MT4')).toEqual([])
  expect(line(future, peers, 'MT4')).toEqual([8])
})

const fill = (ticket: number, account_id: string, price: number, peer_price: number): PeerFill => ({
  ticket: String(ticket),
  account_id,
  price,
  peer_price,
})
const fills = (count: number, price: number, others = [1.0999, 1.1, 1.1001]) =>
  Array.from({ length: count }, (_, index) => others.map((other, who) => fill(index, `p${who}`, price, other))).flat()

test('R23: three closes off the price of three others', () => {
  const price = (all: PeerFill[]) =>
    peerPrice.detect(nightFactsWith({ fills: all }), limits).map(({ occurrences }) => occurrences)
  expect(price(fills(3, 1.1 * 1.0016))).toEqual([3])
  expect(price(fills(3, 1.1 * 0.9984).toReversed())).toEqual([3])
  expect(price(fills(3, 1.1 * 1.0014))).toEqual([])
  expect(price(fills(2, 1.2))).toEqual([])
  expect(price(fills(3, 1.2, [1.1, 1.1]))).toEqual([])
  // Others that scatter as widely say nothing.
  expect(price(fills(3, 1.2, [1.07, 1.1, 1.13]))).toEqual([])
})

const opening = (account_id: string, seconds: number, more: Partial<Opening> = {}): Opening => ({
  account_id,
  symbol: 'EURUSD',
  side: 'buy',
  volume: 1,
  open: seconds * 1000,
  ...more,
})
const own = Array.from({ length: 10 }, (_, index) => opening('me', index * 600))
const pairsOf = (known: Partial<NightFacts>) => {
  const facts = nightFactsWith(known)
  return [...mirrorAccount.detect(facts, limits), ...oppositeAccount.detect(facts, limits)]
}
const pairs = (others: Opening[], openings = 10, mine = own) => {
  const compared = { own: mine, others, counts: new Map([['other', openings]]) }
  return pairsOf({ mirrored: compared, opposed: compared }).map(({ code }) => code)
}
const copies = (count: number, seconds: number, more: Partial<Opening> = {}) =>
  Array.from({ length: count }, (_, index) => opening('other', index * 600 + seconds, more))

test('R41: eight in ten of the smaller account, five at least, within five seconds and a tenth of size', () => {
  expect(pairs(copies(8, 5))).toEqual(['mirror_account'])
  expect(pairs(copies(7, 5))).toEqual([])
  expect(pairs(copies(8, 6))).toEqual([])
  expect(pairs(copies(8, -5, { symbol: 'EURUSD.r', volume: 1.1 }))).toEqual(['mirror_account'])
  expect(pairs(copies(8, 0, { volume: 1.2 }))).toEqual([])
  expect(pairs(copies(8, 0, { symbol: 'GBPUSD' }))).toEqual([])
  expect(pairs(copies(4, 0), 4)).toEqual([])
  expect(pairs(copies(5, 0), 5)).toEqual(['mirror_account'])
})

test('R41: many openings of one moment answer one each', () => {
  expect(
    pairs(
      Array.from({ length: 10 }, (_, index) => opening('other', index / 100)),
      10,
    ),
  ).toEqual([])
})

test('R42: five openings against each other within a minute, of any size, half of the smaller account', () => {
  expect(pairs(copies(5, 60, { side: 'sell', volume: 3 }))).toEqual(['opposite_account'])
  expect(pairs(copies(5, 61, { side: 'sell' }))).toEqual([])
  expect(pairs(copies(4, 0, { side: 'sell' }))).toEqual([])
  const busy = Array.from({ length: 11 }, (_, index) => opening('me', index * 600))
  expect(pairs(copies(5, 0, { side: 'sell' }), 11, busy)).toEqual([])
})

test('R42: days that run against each other', () => {
  const correlated = (days: number, correlation: number) =>
    pairsOf({ correlations: [{ account_id: 'other', days, correlation }] })
  expect(correlated(20, -0.9)).toMatchObject([
    { code: 'opposite_account', evidence: { found: { accounts: [{ account_id: 'other' }] } } },
  ])
  expect(correlated(10, -0.97)).toHaveLength(1)
  expect(correlated(9, -1)).toEqual([])
  expect(correlated(10, -0.969)).toEqual([])
  // Between the two the limit moves in equal steps.
  expect(correlated(15, -0.936)).toHaveLength(1)
  expect(correlated(15, -0.934)).toEqual([])
  expect(correlated(20, -0.89)).toEqual([])
})

test('R41 and R42 say the same of both', () => {
  const theirs = copies(9, 3)
  const codes = (me: Opening[], them: Opening[]) => {
    const compared = { own: me, others: them, counts: new Map([[them[0]?.account_id ?? '', them.length]]) }
    return pairsOf({ mirrored: compared, opposed: compared }).map(({ code }) => code)
  }
  expect(codes(theirs, own)).toEqual(codes(own, theirs))
})

test('names of one symbol', () => {
  expect(sameSymbol('EURUSD', 'mEURUSD.pro')).toBe(true)
  expect(sameSymbol('US30', 'US30.cash')).toBe(true)
  expect(sameSymbol('EURUSD', 'GBPUSD')).toBe(false)
  expect(sameSymbol('', 'GBPUSD')).toBe(false)
})

test('R43: three people, this one included', () => {
  expect(sharedNetwork.detect(nightFactsWith({ network: { accounts: ['a'], people: 1 } }), limits)).toEqual([])
  expect(sharedNetwork.detect(nightFactsWith({ network: { accounts: ['a', 'b'], people: 1 } }), limits)).toEqual([])
  expect(sharedNetwork.detect(nightFactsWith({ network: { accounts: ['a', 'b'], people: 2 } }), limits)).toMatchObject([
    { occurrences: 3, evidence: { threshold: { network_review: 3 }, found: { people: 3, accounts: ['a', 'b'] } } },
  ])
})

test('R57: a single trade of another account is enough, since it may be the whole gain', () => {
  const found = (ticketsOfOthers: string[]) =>
    sameTickets.detect(reviewFactsWith({ ticketsOfOthers }), limits).map(({ occurrences }) => occurrences)
  expect(found([])).toEqual([])
  expect(found(['5001'])).toEqual([1])
})
