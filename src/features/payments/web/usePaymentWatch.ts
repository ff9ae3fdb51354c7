import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { getDashboard } from '#features/dashboard/contract.ts'
import type { PaymentState, getPaymentStatus } from '#features/payments/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { q, readError } from '#web/api.ts'
import { checkEveryMs, useChecks, type Checks } from './checks.ts'
import type { PresentEnds } from './expected-end.ts'
import { isUnderWay } from './order-state.ts'
import { rememberedOrder, rememberOrder } from './remembered.ts'

type Dashboard = ResponseOf<typeof getDashboard>

export interface PaymentWatch {
  order: PaymentState | undefined
  /** Why the order could not be read; with `order` present, since when it is old. */
  fault: { status: number; message: string } | null
  isOffline: boolean
  isFetching: boolean
  dashboard: Dashboard | undefined
  checks: Checks
  /** The plan became active while this page watched: when it ends now, where that is known. */
  success: { until: string | null } | null
  acknowledge: () => void
  refetch: () => Promise<unknown>
}

/**
 * Follows an order until its plan is active, or dead: late money can still come then, but nobody waits for it here. The order itself every 30 seconds, and the account's plans by `useChecks`.
 */
export function usePaymentWatch(orderId: string): PaymentWatch {
  const client = useQueryClient()
  const [isAcknowledged, setAcknowledged] = useState(false)
  const [sawInactive, setSawInactive] = useState(false)
  const [before, setBefore] = useState<PresentEnds | null>(null)
  const own = useQuery({ ...q<typeof getDashboard>('GET /api/dashboard', {}), staleTime: 60_000 })
  const reading = q<typeof getPaymentStatus>('GET /api/crypto/payment-status/:order_id', {
    params: { order_id: orderId },
  })
  const state = useQuery({ ...reading, refetchOnWindowFocus: 'always', refetchOnMount: 'always' })
  const order = state.data
  const isWatched = order !== undefined && isUnderWay(order)
  async function look() {
    const { data } = await own.refetch()
    // What the plans tell first the order will tell too.
    if (data !== undefined && order !== undefined && before !== null && endsLater(order, data, before)) {
      await state.refetch()
    }
  }

  const checks = useChecks(isWatched, () => void look())
  const isMissing = state.error !== null && [404, 422].includes(readError(state.error).status)
  const isAwaited = order === undefined ? !isMissing : isWatched && !checks.hasEnded
  // Not while the tab is hidden; on return it asks at once.
  useQuery({ ...reading, refetchInterval: isAwaited && checkEveryMs, refetchOnMount: false })

  // What was there before is what the order was opened with; of an order from elsewhere, what this page found.
  if (before === null && own.data !== undefined) {
    const kept = rememberedOrder(own.data.trader_id)
    setBefore(kept?.order_id === orderId ? kept.before : endsOf(own.data))
  }
  if (isWatched && !sawInactive) setSawInactive(true)
  const isLater = order !== undefined && own.data !== undefined && before !== null && endsLater(order, own.data, before)
  const hasSucceeded = sawInactive && !isAcknowledged && order !== undefined && (order.activated || isLater)

  return {
    order,
    fault: state.error === null ? null : readError(state.error),
    isOffline: state.isPaused || (state.error !== null && readError(state.error).status === 0),
    isFetching: state.isFetching,
    dashboard: own.data,
    checks,
    success: hasSucceeded ? { until: order.expires_at ?? (isLater && own.data ? endOf(order, own.data) : null) } : null,
    acknowledge() {
      setAcknowledged(true)
      if (own.data !== undefined) {
        rememberOrder({ order_id: orderId, trader_id: own.data.trader_id, before: endsOf(own.data) })
      }
      void client.invalidateQueries({ queryKey: ['GET /api/dashboard'] })
    },
    refetch: () => Promise.all([state.refetch(), own.refetch()]),
  }
}

function endsOf({ diamond_expires: diamond, leaderboard_expires: leaderboard }: PresentEnds): PresentEnds {
  return { diamond_expires: diamond, leaderboard_expires: leaderboard }
}

function endOf({ subscription_type: tier }: PaymentState, ends: PresentEnds): string | null {
  return tier === 'diamond' ? ends.diamond_expires : ends.leaderboard_expires
}

function endsLater(order: PaymentState, now: PresentEnds, before: PresentEnds): boolean {
  const end = endOf(order, now)
  const earlier = endOf(order, before)
  return end !== null && (earlier === null || Date.parse(end) > Date.parse(earlier))
}
