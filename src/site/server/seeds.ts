import { leaderboardQueryOf, statsInput } from '#features/leaderboard/page.ts'
import { getStats, listLeaderboard } from '#features/leaderboard/contract.ts'
import type { Leaderboard } from '#features/leaderboard/server/service.ts'
import { getShowcase, listShowcases } from '#features/showcases/contract.ts'
import { showcasesQueryOf, type ShowcaseSelection } from '#features/showcases/page.ts'
import type { Showcases } from '#features/showcases/server/service.ts'
import { compareTraders } from '#features/traders/compare-contract.ts'
import type { Comparison } from '#features/traders/compare-page.ts'
import { getTrader } from '#features/traders/contract.ts'
import { getPerformance } from '#features/traders/performance-contract.ts'
import { comparison } from '#features/traders/server/compare/compare.ts'
import type { FinishedBytes } from '#server/http/bytes.ts'
import type { Endpoint, RequestOf, ResponseOf } from '#shared/endpoint.ts'
import type { SeededAnswer } from '#shared/page.ts'

/**
 * An answer that a document holds: its screen is drawn with it, and the browser does not request it again.
 * @param input the input of the screen's request
 * @param data null stands for 404
 */
export function seed<E extends Endpoint>(endpoint: E, input: RequestOf<E>, data: ResponseOf<E> | null): SeededAnswer {
  return { key: `${endpoint.method} ${endpoint.path}`, input, data }
}

/** The same from the bytes of the call's answer. */
function seedOfBytes<E extends Endpoint>(endpoint: E, input: RequestOf<E>, bytes: FinishedBytes | null): SeededAnswer {
  return seed(endpoint, input, bytes === null ? null : (JSON.parse(bytes.identity.toString()) as ResponseOf<E>))
}

export function leaderboardSeeds(
  search: URLSearchParams,
  leaderboard: Pick<Leaderboard, 'listData' | 'statsData'>,
): SeededAnswer[] {
  const query = leaderboardQueryOf(search)
  return [
    seed(listLeaderboard, { query }, leaderboard.listData(query)),
    seed(getStats, statsInput, leaderboard.statsData()),
  ]
}

export function profileSeed(username: string, profile: FinishedBytes | null): SeededAnswer {
  return seedOfBytes(getTrader, { params: { username } }, profile)
}

export function performanceSeed(username: string, performance: FinishedBytes | null): SeededAnswer {
  return seedOfBytes(getPerformance, { params: { username } }, performance)
}

export async function comparisonSeed(
  query: Comparison,
  traders: Parameters<typeof comparison>[1],
): Promise<SeededAnswer> {
  return seed(compareTraders, { query }, await comparison(query, traders))
}

export function showcaseSeed(showcaseId: string, showcase: FinishedBytes | null): SeededAnswer {
  return seedOfBytes(getShowcase, { params: { showcase_id: showcaseId } }, showcase)
}

/** Every portion that the address shows, each after the one before. */
export function gridSeeds(selection: ShowcaseSelection, showcases: Pick<Showcases, 'listData'>): SeededAnswer[] {
  const seeds: SeededAnswer[] = []
  let cursor: string | null = null
  do {
    const query = showcasesQueryOf(selection, cursor)
    const data = showcases.listData(query)
    seeds.push(seed(listShowcases, { query }, data))
    cursor = data.next_cursor
  } while (cursor !== null && seeds.length < selection.pages)
  return seeds
}
