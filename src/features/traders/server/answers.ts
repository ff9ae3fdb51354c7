import type { Leaderboard } from '#features/leaderboard/server/service.ts'
import { finishAnswer, type FinishedBytes } from '#server/http/bytes.ts'
import { getTrader } from '../contract.ts'
import { getPerformance } from '../performance-contract.ts'
import { performanceOf } from './performance.ts'
import { profileOf } from './service.ts'

/** All public answers about a trader, of one moment. The same object while they are current, so that callers can cache by it. */
export interface TraderAnswers {
  /** As the trader spells it. */
  username: string
  /** Milliseconds UTC. */
  madeAt: number
  /** Whether they are those of now, without a look-up. */
  isCurrent: () => boolean
  /** `GET /api/trader/:username` and its `/performance`: bytes to send. */
  profile: FinishedBytes
  performance: FinishedBytes
}

/** Reads, evaluates and sums once for each state of a trader, for both calls and the document. Any case of the username. */
export function createTraderAnswers(
  leaderboard: Pick<Leaderboard, 'traderCache'>,
): (username: string) => Promise<TraderAnswers> {
  return leaderboard.traderCache(async (evaluated, sql) => {
    // Both use the same connection, one after the other.
    const profile = await profileOf(evaluated, sql)
    const performance = await performanceOf(evaluated, sql)
    return {
      username: profile.username,
      madeAt: evaluated.now,
      isCurrent: evaluated.isCurrent,
      profile: await finishAnswer(getTrader, profile, evaluated.isCurrent),
      performance: await finishAnswer(getPerformance, performance, evaluated.isCurrent),
    }
  })
}
