import type { FastifyInstance } from 'fastify'
import type { Sql } from '#server/database/database.ts'
import { handle } from '#server/http/http.ts'
import type { Kernel } from '#server/kernel.ts'
import { HOUR_MS, MINUTE_MS, instantText } from '#shared/dates.ts'
import { listCurrencies } from '../../contract.ts'
import type { Coin, ProviderClient } from '../../provider.ts'
import { coinsCheckedAt, coinSymbol, replaceCoins, storedCoins } from './coin-queries.ts'

/** The first symbols of the buyer's list. The others follow by name. */
const firstSymbols = ['USDT', 'BTC', 'ETH', 'BNB', 'ADA', 'XRP']

/** Tickers for the time before the provider's first answer. */
const defaultTickers = ['btc', 'eth', 'usdt', 'usdc', 'bnb', 'ltc', 'doge', 'ada', 'dot', 'sol']

/** The longest time of a refresh: each coin takes one question and one second. The next hour tries again. Milliseconds. */
const refreshMs = 4.5 * MINUTE_MS

const staleMs = HOUR_MS

/**
 * Whether a plan's price can be paid in a coin: no buyer is sent to pay less than the provider accepts. A coin with an unknown
 * minimum fits.
 */
export function coinFits({ minimumCents }: Pick<Coin, 'minimumCents'>, priceCents: number): boolean {
  return minimumCents === null || minimumCents <= priceCents
}

/** The symbol by which a buyer knows a coin. */
export async function symbolOf(sql: Sql, provider: string, coin: string): Promise<string> {
  return (await coinSymbol(sql, provider, coin)) ?? coin.toUpperCase()
}

/**
 * Fetches the provider's coins and minimums. The old list stays where the provider does not answer or names none. A coin's last
 * minimum stays where that one gets no answer.
 * @returns how many there are now, or null where the old list stays
 */
export async function refreshCoins(
  { sql, clock, log }: Pick<Kernel, 'sql' | 'clock' | 'log'>,
  provider: Pick<ProviderClient, 'name' | 'coins'>,
  stop: AbortSignal = new AbortController().signal,
): Promise<number | null> {
  try {
    const coins = await provider.coins({ signal: AbortSignal.any([stop, AbortSignal.timeout(refreshMs)]) })
    if (coins.length === 0) {
      log.warn({ provider: provider.name }, 'the payment provider names no coin, the last list holds')
      return null
    }
    const last = new Map((await storedCoins(sql, provider.name)).map((coin) => [coin.coin, coin.minimumCents]))
    const known = coins.map((coin) =>
      coin.minimumUnknown === true ? { ...coin, minimumCents: last.get(coin.coin) ?? null } : coin,
    )
    await replaceCoins(sql, provider.name, inOrder(known), instantText(clock.now()))
    return coins.length
  } catch (error) {
    if (!stop.aborted) log.warn({ err: error, provider: provider.name }, 'coins not refreshed, the last list holds')
    return null
  }
}

/** Sorts networks of one coin together, the one with the lowest minimum first. */
function inOrder(coins: readonly Coin[]): Coin[] {
  const rank = ({ symbol }: Coin) => {
    const place = firstSymbols.indexOf(symbol)
    return place === -1 ? firstSymbols.length : place
  }
  const least = ({ minimumCents }: Coin) => minimumCents ?? Number.MAX_SAFE_INTEGER
  return coins.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      a.name.localeCompare(b.name, 'it') ||
      least(a) - least(b) ||
      a.network.localeCompare(b.network, 'it') ||
      (a.coin < b.coin ? -1 : 1),
  )
}

/** Serves the list of coins. Fetches a missing one in the background, so that no start waits for a provider. */
export function registerCurrencyRoutes(
  app: FastifyInstance,
  kernel: Kernel,
  { provider }: { provider: Pick<ProviderClient, 'name' | 'coins'> },
): void {
  const stopped = new AbortController()
  let refreshing: Promise<unknown> = Promise.resolve()
  app.addHook('onReady', (done) => {
    refreshing = refreshStale(kernel, provider, stopped.signal)
    done()
  })
  app.addHook('onClose', async () => {
    stopped.abort()
    await refreshing
  })
  handle(app, kernel, listCurrencies, async () => {
    const coins = await storedCoins(kernel.sql, provider.name)
    if (coins.length === 0) return { currencies: defaultTickers, coins: [] }
    return {
      currencies: coins.map(({ coin }) => coin),
      coins: coins.map(({ coin, name, symbol, network, needsMemo, minimumCents }) => ({
        code: coin,
        name,
        symbol,
        network,
        needs_memo: needsMemo,
        minimum_usd: minimumCents === null ? null : minimumCents / 100,
      })),
    }
  })
}

/** Fetches the list where there is none, or where it is over an hour old. Never throws: the hourly job is the next try. */
async function refreshStale(
  kernel: Kernel,
  provider: Pick<ProviderClient, 'name' | 'coins'>,
  stop: AbortSignal,
): Promise<void> {
  try {
    const checkedAt = await coinsCheckedAt(kernel.sql, provider.name)
    const isFresh = checkedAt !== null && kernel.clock.now() - Date.parse(checkedAt) <= staleMs
    if (!isFresh) await refreshCoins(kernel, provider, stop)
  } catch (error) {
    kernel.log.warn({ err: error }, 'age of the coin list not known')
  }
}
