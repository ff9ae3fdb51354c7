import { loadRates } from '#features/performance/server/service.ts'
import type { Sql } from '#server/database/database.ts'
import type { Secrets } from '#server/settings/crypto.ts'
import { inventTrader } from './invented-trader.ts'
import { storeTraders } from './store.ts'

/** Traders in one transaction. */
const tradersAtOnce = 1_000

export interface Seed {
  traders: number
  /** How many of the seed's list were stored before: the list goes on from there. */
  after: number
  /** Daily rows of each account, from 2 to 90. */
  days: number
  /** The same seed and moment give the same traders; ids and tokens are new each time. */
  seed: number
  /** Milliseconds UTC: the last syncs lie before it. */
  now: number
  /** The password of all of them. */
  password: string
}

/**
 * Stores invented traders beside those that are there. A failure leaves those that were stored before it.
 * @param onProgress receives the number stored so far, a few times a second
 */
export async function seedTraders(
  { sql, secrets }: { sql: Sql; secrets: Secrets },
  { traders, after, password, ...history }: Seed,
  onProgress: (stored: number) => void = () => undefined,
): Promise<void> {
  const passwordHash = await secrets.hashPassword(password)
  const rates = await loadRates(sql)
  for (let stored = 0; stored < traders; stored += tradersAtOnce) {
    const count = Math.min(tradersAtOnce, traders - stored)
    const firstPlace = after + stored
    const invented = Array.from({ length: count }, (_, index) =>
      inventTrader({ ...history, rates }, firstPlace + index),
    )
    await storeTraders({ sql, secrets }, invented, { firstPlace, passwordHash, now: history.now })
    onProgress(stored + count)
  }
  // Plans made for an empty table would read it whole.
  await sql`analyze`
}
