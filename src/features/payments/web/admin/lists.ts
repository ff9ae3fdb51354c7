import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { getPaymentsDashboard, listCryptoPayments, PaymentFilter } from '#features/payments/admin-contract.ts'
import type { listSubscriptions, SubscriptionFilter } from '#features/subscriptions/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { q as read } from '#web/api.ts'
import { live } from '#web/query.ts'

const dashboardKey = 'GET /api/admin/payments/dashboard'
const subscriptionsKey = 'GET /api/admin/payments/subscriptions'
const paymentsKey = 'GET /api/admin/crypto-payments'

export type ListedSubscription = ResponseOf<typeof listSubscriptions>['subscriptions'][number]

/** Figures, and what admins have to know. */
export const usePaymentsDashboard = () => useQuery(live(read<typeof getPaymentsDashboard>(dashboardKey, {})))

/** The first ten subscriptions of a search and filter. */
export function useSubscriptions(q: string, filter: SubscriptionFilter) {
  return useQuery(
    live(read<typeof listSubscriptions>(subscriptionsKey, { query: { limit: '10', filter, ...(q !== '' && { q }) } })),
  )
}

/** The first twenty payments of a search and filter. */
export function usePayments(q: string, filter: PaymentFilter) {
  return useQuery(
    live(read<typeof listCryptoPayments>(paymentsKey, { query: { limit: '20', filter, ...(q !== '' && { q }) } })),
  )
}

const told = [
  subscriptionsKey,
  paymentsKey,
  'GET /api/admin/crypto-payments/:order_id',
  'GET /api/admin/users/:trader_id',
  dashboardKey,
]

/** Reads again what an admin's act may have changed. */
export function useRenew(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ predicate: ({ queryKey }) => told.includes(String(queryKey[0])) })
}
