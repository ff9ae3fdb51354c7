import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { listSubscriptions, SubscriptionFilter } from '#features/subscriptions/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { q as read } from '#web/api.ts'
import { live } from '#web/query.ts'

const listKey = 'GET /api/admin/payments/subscriptions'

export type ListedSubscription = ResponseOf<typeof listSubscriptions>['subscriptions'][number]

/** The first ten subscriptions of a search and filter. */
export function useSubscriptions(q: string, filter: SubscriptionFilter) {
  return useQuery(
    live(read<typeof listSubscriptions>(listKey, { query: { limit: '10', filter, ...(q !== '' && { q }) } })),
  )
}

const changed = [
  'GET /api/admin/payments/subscriptions',
  'GET /api/admin/users/:trader_id',
  'GET /api/admin/payments/dashboard',
]

/** Reads again what an action on a subscription may have changed. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ predicate: ({ queryKey }) => changed.includes(String(queryKey[0])) })
}

const tierLabels = { basic: 'Basic', diamond: 'Diamond' }
const periodLabels = { monthly: 'mensile', quarterly: 'trimestrale', yearly: 'annuale', manual: 'assegnato' }

/** `Diamond annuale` */
export function planLabel({ subscription_type: tier, plan_type: period }: ListedSubscription): string {
  return `${tierLabels[tier]} ${periodLabels[period]}`
}
