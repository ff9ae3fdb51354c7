import type { Leaderboard } from '#features/leaderboard/server/service.ts'
import { lookOf } from '#shared/lookalikes.ts'

/** A name that a moderator looks at twice: it reads like that of somebody at the top. */
export interface NameWarning {
  field: 'profile.display_name'
  kind: 'lookalike'
  /** Username of whom it is like. */
  like: string
}

const watchedPlaces = 100

/** The traders of the first hundred places whose name or username this one could be taken for (R46). */
export function nameWarnings(
  snapshot: Pick<ReturnType<Leaderboard['snapshot']>, 'traders' | 'ranked'>,
  traderId: string,
  displayName: string,
): NameWarning[] {
  const look = bare(displayName)
  if (look === '') return []
  return snapshot.traders
    .slice(0, Math.min(watchedPlaces, snapshot.ranked))
    .filter(({ trader_id, entry }) => {
      if (trader_id === traderId) return false
      return [entry.display_name, entry.username].some((name) => isClose(look, bare(name)))
    })
    .map(({ entry }) => ({ field: 'profile.display_name', kind: 'lookalike', like: entry.username }))
}

/** Blanks and signs between letters make no other name. */
const bare = (name: string) => lookOf(name).replaceAll(/[^\p{L}\p{N}]/gu, '')

/** At most one letter apart: added, taken away or another one. Names of two letters must be the same. */
function isClose(a: string, b: string): boolean {
  if (a === b) return true
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (short.length < 3 || long.length - short.length > 1) return false
  let same = 0
  while (same < short.length && short[same] === long[same]) same += 1
  const rest = long.slice(same + 1)
  return rest === short.slice(same) || rest === short.slice(same + 1)
}
