import type { Kernel } from '#server/kernel.ts'
import { DAY_MS, instantText } from '#shared/dates.ts'
import type { Thresholds } from '../../rules/thresholds.ts'
import { tradeCounts } from './review-queries.ts'

/** Sets of accounts that are read together. */

/** Accounts of one set have no more trades together, unless it is one account. */
const tradesTogether = 5_000

/**
 * Works on accounts in sets that are small enough to be in memory together. An error of a set is one of its accounts: each is worked on by
 * itself then, and the error is logged with the account.
 * @param now milliseconds UTC
 */
export async function inSets(
  { sql, log }: Pick<Kernel, 'sql' | 'log'>,
  accountIds: readonly string[],
  { now, limits: { review_days }, failed }: { now: number; limits: Pick<Thresholds, 'review_days'>; failed: string },
  work: (accountIds: readonly string[]) => Promise<void>,
): Promise<void> {
  const trades = await tradeCounts(sql, accountIds, instantText(now - review_days * DAY_MS))
  for (const set of setsOf(accountIds, trades)) {
    try {
      await work(set)
    } catch {
      for (const accountId of set) {
        await work([accountId]).catch((error: unknown) => log.error({ err: error, account_id: accountId }, failed))
      }
    }
  }
}

function setsOf(accountIds: readonly string[], trades: ReadonlyMap<string, number>): string[][] {
  const sets: string[][] = []
  let together = Number.POSITIVE_INFINITY
  for (const accountId of accountIds) {
    const own = trades.get(accountId) ?? 0
    together += own
    if (together > tradesTogether) {
      sets.push([])
      together = own
    }
    sets.at(-1)?.push(accountId)
  }
  return sets
}
