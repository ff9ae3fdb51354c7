import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { listUsers } from '#features/admin/contract.ts'
import type { QueryOf, ResponseOf } from '#shared/endpoint.ts'
import { q as read } from '#web/api.ts'
import { live } from '#web/query.ts'

export type ListedUser = ResponseOf<typeof listUsers>['users'][number]
export type PlanFilter = '' | NonNullable<QueryOf<typeof listUsers>['plan']>

export const planOptions: readonly { value: PlanFilter; label: string }[] = [
  { value: '', label: 'Tutti i piani' },
  { value: 'diamond', label: 'Diamond' },
  { value: 'basic', label: 'Basic' },
  { value: 'expired', label: 'Scaduti' },
  { value: 'free', label: 'Free' },
]

/** The first ten users of a search and a plan. */
export function useUsers(q: string, plan: PlanFilter) {
  return useQuery(
    live(
      read<typeof listUsers>('GET /api/admin/users', {
        query: { limit: '10', ...(q !== '' && { q }), ...(plan !== '' && { plan }) },
      }),
    ),
  )
}

const told = ['GET /api/admin/users', 'GET /api/admin/payments']

/** Reads again what an act on a user may have changed, subscriptions too. */
export function useRenew(): () => Promise<void> {
  const client = useQueryClient()
  return () =>
    client.invalidateQueries({
      predicate: ({ queryKey }) => told.some((start) => String(queryKey[0]).startsWith(start)),
    })
}

export interface Plan {
  name: 'Admin' | 'Diamond' | 'Basic' | 'Free'
  expires: string | null
  /** It had an end, and that has passed. */
  isOver: boolean
}

/** What is shown of a user's plan: the better one that runs, else the last one that did. */
export function planOf(user: ListedUser): Plan {
  const { is_admin: isAdmin, is_diamond: isDiamond, diamond_expires: diamond, leaderboard_expires: either } = user
  if (isDiamond) return { name: 'Diamond', expires: diamond, isOver: false }
  if (either !== null) return { name: 'Basic', expires: either, isOver: Date.parse(either) <= Date.now() }
  return { name: isAdmin ? 'Admin' : 'Free', expires: null, isOver: false }
}

/** Something of the user's time still runs. */
export const hasPlan = (user: ListedUser) => {
  const { expires, isOver } = planOf(user)
  return expires !== null && !isOver
}

/** The second click of a double click, wherever it lands, answers no question. Milliseconds. */
const doubleClickMs = 400

/** Whether a question has stood long enough that a click on it is an answer. */
export function useReady(): () => boolean {
  const shownAt = useRef(0)
  useEffect(() => {
    shownAt.current = performance.now()
  }, [])
  return () => performance.now() - shownAt.current >= doubleClickMs
}
