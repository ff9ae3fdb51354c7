import type { Leaderboard } from '#features/leaderboard/server/service.ts'
import { finishAnswer, type FinishedBytes } from '#server/http/bytes.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { getTrader } from '../contract.ts'
import { getPerformance, type getOwnChart } from '../performance-contract.ts'
import { comparedAccount, type ComparedAccount } from './compare/compare.ts'
import { readPerformance } from './performance.ts'
import { readProfile } from './service.ts'

/** All public answers about a trader, of one moment. The same object while they are current, so that callers can cache by it. */
export interface TraderAnswers {
  /** As the trader spells it. */
  username: string
  /** Whether they are those of now, without a look-up. */
  isCurrent: () => boolean
  /** `GET /api/trader/:username` and its `/performance`: bytes to send, made when first needed. */
  profile: () => FinishedBytes
  performance: () => FinishedBytes
  /** The owner's chart. */
  ownChart: () => ResponseOf<typeof getOwnChart>
  /** The same answers as a comparison takes them. */
  compared: () => ComparedAccount
}

/** Reads, evaluates and sums once for each state of a trader, for both calls and the document. Any case of the username. */
export function createTraderAnswers(
  leaderboard: Pick<Leaderboard, 'traderCache'>,
): (username: string) => Promise<TraderAnswers> {
  return leaderboard.traderCache(async (evaluated, sql) => {
    // Both use the same connection, one after the other.
    const profile = await readProfile(evaluated, sql)
    const { answer: performance, ownChart } = await readPerformance(evaluated, sql)
    return ({ placement, isCurrent }): TraderAnswers => ({
      username: evaluated.row.username,
      isCurrent,
      profile: once(() => finishAnswer(getTrader, profile(placement), isCurrent)),
      performance: once(() => finishAnswer(getPerformance, performance(placement), isCurrent)),
      ownChart,
      compared: once(() => comparedAccount(evaluated, profile(placement), performance(placement))),
    })
  })
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
