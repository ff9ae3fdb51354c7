import type { listUsers } from '#features/admin/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'

export type ListedUser = ResponseOf<typeof listUsers>['users'][number]

export interface Plan {
  name: 'Amministratore' | 'Diamond' | 'Basic' | 'Free'
  expires: string | null
  /** It had an end, which has passed. */
  isOver: boolean
}

/** The plan to show: the better running one, else the one that ended last. */
export function planOf(user: ListedUser): Plan {
  const { is_admin: isAdmin, is_diamond: isDiamond, diamond_expires: diamond, leaderboard_expires: either } = user
  if (isDiamond) return { name: 'Diamond', expires: diamond, isOver: false }
  if (either !== null) return { name: 'Basic', expires: either, isOver: Date.parse(either) <= Date.now() }
  return { name: isAdmin ? 'Amministratore' : 'Free', expires: null, isOver: false }
}

/** Part of the user's time still runs. */
export const hasPlan = (user: ListedUser) => {
  const { expires, isOver } = planOf(user)
  return expires !== null && !isOver
}
