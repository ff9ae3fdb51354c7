import { useQuery } from '@tanstack/react-query'
import type { getPaymentsDashboard } from '#features/payments/admin-contract.ts'
import { q } from '#web/api.ts'
import { live } from '#web/query.ts'
import { useInvalidate } from '#web/hooks/useInvalidate.ts'

const dashboardKey = 'GET /api/admin/payments/dashboard'

/** Figures and notices for admins. */
export const usePaymentsDashboard = () => useQuery(live(q<typeof getPaymentsDashboard>(dashboardKey, {})))

const changed = [
  'GET /api/admin/payments/subscriptions',
  'GET /api/admin/crypto-payments',
  'GET /api/admin/crypto-payments/:order_id',
  'GET /api/admin/users/:trader_id',
  dashboardKey,
]

/** Reads again what an action on a payment may have changed. */
export const useRefresh = () => useInvalidate(changed)
