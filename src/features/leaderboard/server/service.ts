import type { AccountFigures } from '#features/integrity/closing.ts'
import type { Rates } from '#features/performance/rules/currency.ts'
import { finishAnswer, type FinishedBytes } from '#server/http/bytes.ts'
import type { Transaction } from '#server/database/database.ts'
import { fail, retrySeconds } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import type { QueryOf, RequestOf, ResponseOf } from '#shared/endpoint.ts'
import { getStats, leaderboardQuery, listLeaderboard } from '../contract.ts'
import { finalFigures } from './answers/final-figures.ts'
import { createFinishedAnswers, type FinishedAnswers } from './answers/finished.ts'
import { createRefresher, type RefreshTiming } from './ranking/refresher.ts'
import { listPage } from './answers/list.ts'
import { keyOf, normaliseQuery } from './answers/query.ts'
import type { Snapshot } from './ranking/snapshot.ts'
import type { StoredRanking } from './ranking/stored-ranking.ts'
import type { Progress } from './ranking/trader-index.ts'
import { platformStats } from './answers/stats.ts'
import { createTraderCache, readTrader, type MakeAnswer, type ReadAnswer } from './answers/trader.ts'

export interface Leaderboard {
  /**
   * Serves the stored ranking, where there is one, loads the ranking, which takes a millisecond for each trader or less, and keeps it current from then on. It returns after the first
   * attempt: a database that is away is tried again.
   */
  start: () => Promise<void>
  close: () => Promise<void>
  /** True once a ranking can be served. It stays true while the database is away. */
  usable: () => boolean
  /** How far a load is; null while there is none, and where one failed until its next try reads traders. */
  progress: () => Progress | null
  /** The ranking as of now; 503 before the first load. */
  snapshot: () => Snapshot
  /** Null for a trader who is not ranked; 503 before the first load. */
  rankOf: (traderId: string) => number | null
  /** The account's figures at its end, as the transaction reads them; null without a profile. */
  finalFigures: (tx: Transaction, traderId: string, at: { rates: Rates; now: number }) => Promise<AccountFigures | null>
  /** `GET /api/fresh/leaderboard`: the bytes to send for the call's parsed query. */
  answer: (query: QueryOf<typeof listLeaderboard>) => Promise<FinishedBytes>
  /** The same as an object to render, for a query as a client writes it. */
  listData: (query: RequestOf<typeof listLeaderboard>['query']) => ResponseOf<typeof listLeaderboard>
  /** `GET /api/fresh/stats`, likewise. */
  stats: () => Promise<FinishedBytes>
  statsData: () => ResponseOf<typeof getStats>
  /** One trader as committed, and everything that `make` reads, all of one moment. 404 as the profile has it. Any case of the username. */
  readTrader: <T>(username: string, make: MakeAnswer<T>) => Promise<T>
  /** The same, read once for each state of the trader and made once for each place. The last answer is served while the database is away. */
  traderCache: <T>(read: ReadAnswer<T>) => (username: string) => Promise<T>
  /** Runs the callback after each new snapshot. */
  onSnapshot: (listener: (snapshot: Snapshot) => void) => void
}

/** A snapshot with the answers made of it on demand. All of them are dropped together. */
interface Published {
  snapshot: Snapshot
  finished: FinishedAnswers
  /** Whether its answers are those of now. */
  isCurrent: () => boolean
}

/**
 * The ranking of one server instance, in memory. Requests choose bytes that are made once for each snapshot.
 * @param timing in place of its own pauses
 * @param stored serves the next start; without it each start loads first
 */
export function createLeaderboard(kernel: Kernel, timing?: RefreshTiming, stored?: StoredRanking): Leaderboard {
  const listeners: ((snapshot: Snapshot) => void)[] = []
  let published: Published | null = null
  let publications = 0
  function publish(snapshot: Snapshot): void {
    publications += 1
    // By its number: stored answers hold no former snapshot.
    const own = publications
    const isCurrent = () => publications === own
    published = { snapshot, finished: createFinishedAnswers(), isCurrent }
    for (const listener of listeners) listener(snapshot)
  }
  const refresher = createRefresher(kernel, publish, timing, stored)

  const current = (): Published => published ?? fail('UNAVAILABLE', { retryAfter: retrySeconds })

  const snapshot = () => current().snapshot
  const rankOf = (traderId: string) => snapshot().rankOf(traderId)

  return {
    start: refresher.start,
    close: refresher.close,
    usable: () => published !== null,
    progress: refresher.progress,
    snapshot,
    rankOf,
    finalFigures: (tx, traderId, at) => finalFigures(tx, traderId, rankOf(traderId), at),
    async answer(query) {
      const now = current()
      const normalised = normaliseQuery(query)
      return now.finished.get(keyOf(normalised), async () =>
        finishAnswer(listLeaderboard, listPage(now.snapshot, normalised), now.isCurrent),
      )
    },
    listData: (query) =>
      listLeaderboard.response.parse(listPage(current().snapshot, normaliseQuery(leaderboardQuery.parse(query ?? {})))),
    async stats() {
      const now = current()
      return now.finished.get('stats', async () => finishAnswer(getStats, platformStats(now.snapshot), now.isCurrent))
    },
    statsData: () => getStats.response.parse(platformStats(current().snapshot)),
    readTrader: (username, make) => readTrader(kernel, snapshot, username, make),
    traderCache: (read) => createTraderCache(kernel, snapshot, read),
    onSnapshot: (listener) => void listeners.push(listener),
  }
}
