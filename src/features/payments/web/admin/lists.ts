import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { getPaymentsDashboard, listCryptoPayments, PaymentFilter } from '#features/payments/admin-contract.ts'
import { q as read } from '#web/api.ts'
import { live } from '#web/query.ts'

const dashboardKey = 'GET /api/admin/payments/dashboard'
const paymentsKey = 'GET /api/admin/crypto-payments'

/** Figures, and what admins have to know. */
export const usePaymentsDashboard = () => useQuery(live(read<typeof getPaymentsDashboard>(dashboardKey, {})))

/** The first twenty payments of a search and filter. */
export function usePayments(q: string, filter: PaymentFilter) {
  return useQuery(
    live(read<typeof listCryptoPayments>(paymentsKey, { query: { limit: '20', filter, ...(q !== '' && { q }) } })),
  )
}

const told = [
  'GET /api/admin/payments/subscriptions',
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
