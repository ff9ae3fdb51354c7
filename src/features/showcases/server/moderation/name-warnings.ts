import type { Leaderboard } from '#features/leaderboard/server/service.ts'
import { lookOf } from '#shared/text/lookalikes.ts'

/** A name that a moderator checks: it resembles that of a trader at the top. */
export interface NameWarning {
  field: 'profile.display_name'
  kind: 'lookalike'
  /** Username of the resembled trader. */
  like: string
}

const protectedPlaces = 100

/** The traders of the first hundred places whose name or username this name resembles (R46). */
export function nameWarnings(
  snapshot: Pick<ReturnType<Leaderboard['snapshot']>, 'first' | 'ranked'>,
  traderId: string,
  displayName: string,
): NameWarning[] {
  const look = bare(displayName)
  if (look === '') return []
  return snapshot
    .first(Math.min(protectedPlaces, snapshot.ranked))
    .filter(({ trader_id, entry }) => {
      if (trader_id === traderId) return false
      return [entry.display_name, entry.username].some((name) => isClose(look, bare(name)))
    })
    .map(({ entry }) => ({ field: 'profile.display_name', kind: 'lookalike', like: entry.username }))
}

/** Blanks and signs between letters make no difference. */
const bare = (name: string) => lookOf(name).replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Whether two names differ by at most one letter, added, removed or replaced. Names of two letters must be equal. */
function isClose(a: string, b: string): boolean {
  if (a === b) return true
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (short.length < 3 || long.length - short.length > 1) return false
  let same = 0
  while (same < short.length && short[same] === long[same]) same += 1
  const rest = long.slice(same + 1)
  return rest === short.slice(same) || rest === short.slice(same + 1)
}
