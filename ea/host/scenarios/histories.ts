import type { LedgerItem } from './checks.ts'

const symbol = 'EURUSD'

/**
 * An account of some years: a deposit, then trades of a fixed pattern, one each hour of trading. On MT5 every second record closes the
 * position of the one before.
 * @param count records in all, the deposit included; odd, so that nothing stays open
 * @param end broker seconds before which everything happened
 */
export function longHistory(platform: 'MT4' | 'MT5', count: number, end: number): LedgerItem[] {
  const hours = tradingHours(count + 1, end)
  const start = hours[0] ?? end
  const timeOf = (n: number) => hours[n] ?? end
  const deposit = { ticket: '1000', profit: 10_000, swap: 0, commission: 0, comment: 'Deposit' } as const
  const trades = Array.from({ length: count - 1 }, (_, index) => index + 1)
  if (platform === 'MT4') {
    return [
      {
        ...deposit,
        type: 'balance',
        symbol: '',
        lots: 0,
        open_time: start,
        open_price: 0,
        close_time: start,
        close_price: 0,
        sl: 0,
        tp: 0,
        magic: '0',
      },
      ...trades.map((n): LedgerItem => ({
        ticket: String(1000 + n),
        type: n % 3 === 0 ? 'sell' : 'buy',
        symbol,
        lots: 0.1,
        open_time: timeOf(n) - 900,
        open_price: 1.1,
        close_time: timeOf(n),
        close_price: 1.101,
        sl: 0,
        tp: 0,
        profit: resultOf(n),
        swap: n % 7 === 0 ? -0.31 : 0,
        commission: -0.7,
        magic: '5',
        comment: `n. ${n} "à"`,
      })),
    ]
  }
  return [
    {
      ...deposit,
      order: '0',
      position: '0',
      time: start,
      msc: 0,
      type: 'balance',
      entry: 'in',
      symbol: '',
      volume: 0,
      price: 0,
      fee: 0,
      sl: 0,
      tp: 0,
      magic: '0',
      reason: 'client',
    },
    ...trades.map((n): LedgerItem => {
      const opens = n % 2 === 1
      return {
        ticket: String(1000 + n),
        order: String(1000 + n),
        position: String(1000 + (opens ? n : n - 1)),
        time: timeOf(n),
        msc: n % 1000,
        type: opens ? 'buy' : 'sell',
        entry: opens ? 'in' : 'out',
        symbol,
        volume: 0.1,
        price: 1.1,
        profit: opens ? 0 : resultOf(n),
        swap: n % 7 === 0 ? -0.31 : 0,
        commission: -0.7,
        fee: 0,
        sl: 0,
        tp: 0,
        magic: '5',
        reason: 'client',
        comment: `n. ${n} "à"`,
      }
    }),
  ]
}

/** Full hours of the broker's clock before `end` at which currencies are traded, oldest first. */
function tradingHours(count: number, end: number): number[] {
  const hours: number[] = []
  for (let at = (Math.floor(end / 3_600) - 2) * 3_600; hours.length < count; at -= 3_600) {
    const weekday = (Math.floor(at / 86_400) + 4) % 7
    if (weekday !== 0 && weekday !== 6) hours.push(at)
  }
  return hours.toReversed()
}

/** Gains and losses that do not empty the account. */
function resultOf(n: number): number {
  return n % 5 === 0 ? -12.4 : 6.15
}
