import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { listCryptoPayments, PaymentFilter } from '#features/payments/admin-contract.ts'
import type { listSubscriptions, SubscriptionFilter } from '#features/subscriptions/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { readError, send } from '#web/api.ts'
import { live } from '#web/query.ts'

const subscriptionsKey = 'GET /api/admin/payments/subscriptions'
const paymentsKey = 'GET /api/admin/crypto-payments'
const first = null as string | null

export type ListedSubscription = ResponseOf<typeof listSubscriptions>['subscriptions'][number]

/** Subscriptions of a search and filter, ten more with each page. */
export function useSubscriptions(q: string, filter: SubscriptionFilter) {
  return useInfiniteQuery(
    live({
      queryKey: [subscriptionsKey, { q, filter, paged: true }],
      queryFn: ({ pageParam }: { pageParam: string | null }) =>
        send<typeof listSubscriptions>(subscriptionsKey, {
          query: { limit: '10', filter, ...(q !== '' && { q }), ...(pageParam !== null && { cursor: pageParam }) },
        }),
      initialPageParam: first,
      getNextPageParam: (page: ResponseOf<typeof listSubscriptions>) => page.next_cursor,
    }),
  )
}

/** Payments of a search and filter, twenty more with each page. */
export function usePayments(q: string, filter: PaymentFilter) {
  return useInfiniteQuery(
    live({
      queryKey: [paymentsKey, { q, filter, paged: true }],
      queryFn: ({ pageParam }: { pageParam: string | null }) =>
        send<typeof listCryptoPayments>(paymentsKey, {
          query: { limit: '20', filter, ...(q !== '' && { q }), ...(pageParam !== null && { cursor: pageParam }) },
        }),
      initialPageParam: first,
      getNextPageParam: (page: ResponseOf<typeof listCryptoPayments>) => page.next_cursor,
    }),
  )
}

const told = [
  subscriptionsKey,
  paymentsKey,
  'GET /api/admin/crypto-payments/:order_id',
  'GET /api/admin/payments/dashboard',
]

/** Reads again what an admin's act may have changed. */
export function useRenew(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ predicate: ({ queryKey }) => told.includes(String(queryKey[0])) })
}

/** Why an act failed, in the product's words. */
export function faultText(error: unknown): string {
  const { status, message } = readError(error)
  return status === 0 ? 'Errore di connessione' : `Errore: ${message}`
}
