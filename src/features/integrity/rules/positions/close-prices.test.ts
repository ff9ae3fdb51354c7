import { describe, expect, test } from 'vitest'
import { buy, sell } from '#features/ea/server/testing/synced-account.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { brokerAt, openPosition } from '../../testing/checked-account.ts'
import { Forger } from '../../testing/forger.ts'
import { termsOf } from '../catalogue.ts'

const opened = 1.1
/** A lot for a price move of 1, account currency. */
const worth = 92_000

interface Round {
  symbol?: string
  /** Symbols that close at once, each with `positions`. */
  symbols?: readonly string[]
  /** How much better than listed each close is, as shares of the price. */
  better: readonly number[]
  /** Minutes between two syncs. */
  every?: number
  /** Positions that close at once. */
  positions?: number
  /** Syncs that list the price before the close, at which it stands still. */
  lists?: number
  /** Lots. */
  volume?: number
  /** How far the listed price lies from the opening price, as a share of it. */
  listedAt?: number
}

/** Positions that are opened, listed at a price near their own, and closed in the next interval. Answers the codes of each close. */
const closed = (round: Round): string[][] => closedBy(new Forger(), round)

function closedBy(
  forger: Forger,
  {
    symbol = 'EURUSD',
    symbols = [symbol],
    better,
    every = 5,
    positions = 1,
    lists = 1,
    volume = 0.1,
    listedAt = 0.001,
  }: Round,
): string[][] {
  let minute = 0
  let tickets = 10
  return better.map((share) => {
    const list = opened * (1 + listedAt)
    const ids = symbols.flatMap((each) =>
      Array.from({ length: positions }, () => [String((tickets += 10)), each] as const),
    )
    const lot = { volume: volume / positions }
    const given = (price: number) => Math.round(((price - opened) * worth * volume * 100) / positions) / 100
    minute += every
    const entries = ids.map(([id, each]) =>
      buy(`${Number(id) + 1}`, brokerAt((minute - 1) * MINUTE_MS), {
        ...lot,
        symbol: each,
        position: id,
        price: opened,
      }),
    )
    const open = ids.map(([id, each]) =>
      openPosition(id, (minute - 1) * MINUTE_MS, {
        ...lot,
        symbol: each,
        open_price: opened,
        price: list,
        profit: given(list),
      }),
    )
    for (let each = 0; each < lists; each += 1) {
      const equity = forger.balance + ids.length * given(list)
      forger.send(minute, each === 0 ? entries : [], { positions: open, equity })
      minute += every
    }
    const price = list * (1 + share)
    const exits = ids.map(([id, each]) =>
      sell(`${Number(id) + 2}`, brokerAt((minute - 1) * MINUTE_MS), {
        ...lot,
        symbol: each,
        position: id,
        price,
        profit: given(price),
      }),
    )
    return forger.send(minute, exits).filter((code) => code.startsWith('close'))
  })
}

const times = (count: number, ...shares: number[]) => Array.from({ length: count }, () => shares).flat()

describe('closes at better prices than the market had (R64)', () => {
  test('the fourth that is far ahead of the price of minutes before is a case, the fifth a hold', () => {
    const found = closed({ better: times(5, 0.004), volume: 0.03 })
    expect(found).toEqual([[], [], ['closes_ahead'], ['close_prices_better'], ['close_prices_invented']])
  })
  test('two or three that brought much are a silent case', () => {
    // 2.7 normal moves, 0.9 of which count, and 2.8% of the balance each; then a tenth of the money.
    const two = { better: times(2, 0.00165), volume: 0.2 }
    expect(closed(two)).toEqual([[], ['closes_ahead']])
    expect(closed({ ...two, volume: 0.02 }).flat()).toEqual([])
  })
  test('one in five is enough, and losses that were closed better are alike', () => {
    const found = closed({ better: times(10, 0.004, 0, 0.0001, -0.0001, 0.0001), volume: 0.02 })
    expect(found.flat()).toContain('close_prices_invented')
  })
  test('symbols that close in one sync may be one event of the market: a hold needs a second one', () => {
    const event = { symbols: ['EURUSD', 'GBPUSD', 'AUDUSD', 'NZDUSD'], volume: 0.06 }
    // 5.6 normal moves and 1.8% of the balance each, and less than a tenth of that.
    expect(closed({ ...event, better: times(2, 0.003) })).toEqual([['closes_ahead'], ['close_prices_invented']])
    expect(closed({ ...event, better: [0.003], volume: 0.03 })).toEqual([[]])
  })
  test('a single one that brings more than 4% of the balance is a case, more than 7% a hold', () => {
    // The price is 0.4% better: 4 of 1000 for each hundredth of a lot.
    expect(closed({ better: [0.004], volume: 0.09 }).flat()).toEqual([])
    expect(closed({ better: [0.004], volume: 0.15 }).flat()).toEqual(['close_prices_better'])
    expect(closed({ better: [0.004], volume: 0.3 }).flat()).toEqual(['close_prices_invented'])
    expect(closed({ better: [-0.004, 0.004], volume: 0.1 }).flat()).toEqual([])
  })
  test('its evidence names each figure apart', () => {
    const forger = new Forger()
    closedBy(forger, { better: [0.004], volume: 0.3 })
    const evidence = forger.account.evidence('close_prices_invented')
    const names = Object.entries(termsOf(evidence)).flatMap(([key, name]) => (evidence && key in evidence ? name : []))
    expect(names).toHaveLength(Object.keys(evidence ?? {}).length)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    expect(evidence).toMatchObject({ closes: [{ moves: 7.5 }] })
  })
  test('a lot that no list has valued counts by the result of its own close', () => {
    const unmoved = { symbol: 'GER40', listedAt: 0.0001, better: [0.1], volume: 0.01 }
    expect(closed(unmoved).flat()).toEqual(['close_prices_invented'])
    expect(closed({ ...unmoved, volume: 0.001 }).flat()).toEqual([])
    // A list that repeats the opening price values no lot either.
    expect(closed({ ...unmoved, listedAt: 0 }).flat()).toEqual(['close_prices_invented'])
  })
  test('two normal moves each time: later', () => {
    const codes = closed({ better: times(40, 0.0012) })
    expect(codes.slice(0, 4).flat()).toEqual([])
    expect(codes.slice(0, 8).flat()).not.toContain('close_prices_invented')
    expect(codes.flat()).toContain('close_prices_invented')
  })
  test('little money is nothing', () => {
    expect(closed({ better: times(10, 0.004), volume: 0.001 }).flat()).toEqual([])
  })
  test('positions that one move closed are one close', () => {
    const three = { better: times(3, 0.004), volume: 0.036 }
    expect(closed({ ...three, positions: 9 })).toEqual(closed(three))
  })
})

describe('honest closes', () => {
  test('targets, a little beyond the last list each time: scalper, and grid with 95% wins', () => {
    const targets = [0.0001, 0.0003, 0.0005, 0.0006, 0.0002, 0.0004]
    expect(closed({ better: times(20, ...targets) }).flat()).toEqual([])
    expect(closed({ better: times(20, ...targets.map((share) => 3.3 * share)), every: 60 }).flat()).toEqual([])
  })
  test('news: far to either side', () => {
    expect(closed({ better: times(4, 0.008, -0.008, 0.008, -0.005, 0.008), volume: 0.005 }).flat()).toEqual([])
  })
  test('one fill by news among usual closes', () => {
    expect(closed({ better: times(4, 0.01, ...times(9, 0.0002)), volume: 0.008 }).flat()).toEqual([])
  })
  test('gaps after a price that stood still: weekends of an index, nights of a share', () => {
    const gaps = { symbol: 'GER40', better: times(4, 0.012), every: 60 }
    expect(closed({ ...gaps, lists: 24 }).flat()).toEqual([])
    expect(closed({ ...gaps, every: 5 }).flat()).not.toEqual([])
  })
  test.each(['BTCUSD', 'USDTRY', 'NATGAS'])('a symbol that moves more: %s', (symbol) => {
    expect(closed({ symbol, better: times(10, 0.0015, 0.001, 0.002) }).flat()).toEqual([])
  })
  test('worse closes are not saved up for better ones', () => {
    const found = closed({ better: [...times(10, -0.003), ...times(5, 0.004)], volume: 0.03 })
    expect(found.slice(-2)).toEqual([['close_prices_better'], ['close_prices_invented']])
    // Neither by a close very far ahead that goes before them.
    const behind = closed({ better: [0.004, ...times(30, 0), ...times(4, 0.001, 0.004)], volume: 0.02 })
    expect(behind.flat()).toContain('close_prices_better')
  })
})
