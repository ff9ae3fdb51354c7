import { readFileSync } from 'node:fs'
import type { Sql } from '#server/database/database.ts'
import { fetchedText } from '#server/http/fetched-text.ts'
import type { Kernel } from '#server/kernel.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { readRates, type Rates, type RateTable } from '../rules/currency.ts'
import { storedRates, storeRates } from './rate-queries.ts'
import { mergeRates, readEuropeanRates } from './rates.ts'

/**
 * How long rates stay cached. A rate counts from the day after its own (`docs/ranking.md` 4), so an instance that reads it some minutes
 * later shows the same figures.
 */
const cachedForMs = 10 * MINUTE_MS
const fetchTimeoutMs = 10_000
/** Bytes. The 90-day file has 120 KB. */
const longestFile = 1024 * 1024

const seed = JSON.parse(readFileSync(new URL('seed-rates.json', import.meta.url), 'utf8')) as RateTable

interface CachedRates {
  rates: Promise<Rates>
  until: number
}
const cache = new WeakMap<Sql, CachedRates>()

/** Euro reference rates: the shipped table, overridden by later fetches. Cheap: cached for ten minutes. */
export function loadRates(sql: Sql): Promise<Rates> {
  const cached = cache.get(sql)
  if (cached !== undefined && performance.now() < cached.until) return cached.rates
  const rates = storedRates(sql).then((stored) => readRates(mergeRates(seed, stored)))
  const load: CachedRates = { rates, until: performance.now() + cachedForMs }
  cache.set(sql, load)
  // A failed load is not cached, and its callers get the error. A newer load stays.
  rates.catch(() => cache.get(sql) === load && cache.delete(sql))
  return rates
}

/** Databases whose instance could not reach the rates' address when it last tried. */
const unreachable = new WeakSet<Sql>()

/**
 * Fetches today's rates from RATES_URL and stores them. A failure is logged once for each outage; the last known rates stay.
 * @returns how many were new, or null when the address gave none
 */
export async function refreshRates(kernel: Pick<Kernel, 'config' | 'sql' | 'log'>): Promise<number | null> {
  try {
    const response = await fetch(kernel.config.RATES_URL, {
      // A redirect could lead to a server of this network.
      redirect: 'error',
      signal: AbortSignal.timeout(fetchTimeoutMs),
    })
    if (!response.ok) throw new Error(`status ${response.status}`)
    const stored = await storeRates(kernel.sql, readEuropeanRates(await fetchedText(response, longestFile)))
    cache.delete(kernel.sql)
    unreachable.delete(kernel.sql)
    return stored
  } catch (error) {
    if (!unreachable.has(kernel.sql))
      kernel.log.warn({ err: error }, 'exchange rates not refreshed, the last known ones hold')
    unreachable.add(kernel.sql)
    return null
  }
}
