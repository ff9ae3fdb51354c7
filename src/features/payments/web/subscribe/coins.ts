import type { listCurrencies } from '../../contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'

export type OfferedCoin = ResponseOf<typeof listCurrencies>['coins'][number]

/** Popular coins in the order of their display: symbol, and the code of the coin on its own network. */
const known: readonly { symbol: string; native: string | null }[] = [
  { symbol: 'USDT', native: null },
  { symbol: 'BTC', native: 'btc' },
  { symbol: 'ETH', native: 'eth' },
  { symbol: 'BNB', native: 'bnbbsc' },
  { symbol: 'ADA', native: 'ada' },
  { symbol: 'XRP', native: 'xrp' },
]

/** The most coins that need no second list. */
const fewCoins = 8

/** False where the plan is below the coin's minimum. Where no minimum is known, the provider's page decides. */
export function fits(coin: OfferedCoin, priceUsd: number): boolean {
  return coin.minimum_usd === null || coin.minimum_usd <= priceUsd
}

/** Sorts the lowest minimum first: it follows from the cost of a transfer on that network. Unknown ones come last. */
function byCost(one: OfferedCoin, other: OfferedCoin): number {
  return (one.minimum_usd ?? Number.POSITIVE_INFINITY) - (other.minimum_usd ?? Number.POSITIVE_INFINITY)
}

function cheapest(coins: readonly OfferedCoin[]): OfferedCoin | undefined {
  return coins.toSorted(byCost)[0]
}

/** The coins that are shown at once, one network for each known coin, and those behind "Altre valute". */
export function arrangeCoins(coins: readonly OfferedCoin[]): { first: OfferedCoin[]; others: OfferedCoin[] } {
  const first = known.flatMap(({ symbol, native }) => {
    const entries = coins.filter((coin) => coin.symbol === symbol)
    const chosen = entries.find((coin) => coin.code === native) ?? cheapest(entries)
    return chosen === undefined ? [] : [chosen]
  })
  const rest = coins.filter((coin) => !first.includes(coin))
  return coins.length <= fewCoins || first.length === 0
    ? { first: [...first, ...rest], others: [] }
    : { first, others: rest }
}

/** The Tether on its cheapest network, else the first coin that can pay the plan; null where none can. */
export function defaultCoin(coins: readonly OfferedCoin[], priceUsd: number): OfferedCoin | null {
  const fitting = coins.filter((coin) => fits(coin, priceUsd))
  const { first } = arrangeCoins(fitting)
  return cheapest(fitting.filter((coin) => coin.symbol === 'USDT')) ?? first[0] ?? null
}

/** True where a coin's name, symbol, network or code contains each word of the search. */
export function matches(coin: OfferedCoin, search: string): boolean {
  const text = `${coin.name} ${coin.symbol} ${coin.network} ${coin.code}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** `Tether (USDT), Tron (TRC20)`; a coin on its own network is named once. */
export function coinName({ name, symbol, network }: OfferedCoin): string {
  return network === name ? `${name} (${symbol})` : `${name} (${symbol}), ${network}`
}
