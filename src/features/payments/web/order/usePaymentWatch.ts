import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Buyer } from '#features/payments/viewer.ts'
import type { PaymentState, getPaymentStatus } from '../../contract.ts'
import { q, readError } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { viewerQuery } from '#web/session.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { checkEveryMs, useChecks, type Checks } from './checks.ts'
import { isUnderWay } from '../order-labels.ts'
import { markAnnounced, onOtherTab, wasAnnounced } from '../last-order.ts'

export interface PaymentWatch {
  order: PaymentState | undefined
  /** Why the order could not be read. With `order` present, that one is stale. */
  error: { status: number; message: string } | null
  isOffline: boolean
  isFetching: boolean
  /** When the order was last read, milliseconds. */
  readAt: number
  dashboard: Buyer | undefined
  checks: Checks
  /** True where this order's plan became active and that was not announced yet. */
  isUnannounced: boolean
  acknowledge: () => void
  refetch: () => Promise<unknown>
}

const expired =
  'Sessione scaduta: accedi di nuovo per seguire il pagamento. Intanto va avanti da solo, e il piano si attiva comunque.'

/**
 * Follows an order until its plan is active or the order is dead. Late money can still come then, but no page waits for it. The order
 * itself is read every 30 seconds, the account's plans by `useChecks`. The order alone shows that its plan is active: a later end of the
 * plans may come from another order. The activation is announced to a buyer who saw the order inactive, and to one who opened it in
 * this browser.
 */
export function usePaymentWatch(orderId: string): PaymentWatch {
  const client = useQueryClient()
  const [isAcknowledged, setAcknowledged] = useState(false)
  const isAnnounced = useSyncExternalStore(
    onOtherTab,
    () => wasAnnounced(orderId),
    () => null,
  )
  const [isAwaitedHere, setAwaitedHere] = useState(isAnnounced === false)
  const own = useQuery({ ...viewerQuery<Buyer>(), staleTime: MINUTE_MS })
  const reading = q<typeof getPaymentStatus>('GET /api/crypto/payment-status/:order_id', {
    params: { order_id: orderId },
  })
  const state = useQuery({ ...reading, refetchOnWindowFocus: 'always', refetchOnMount: 'always' })
  const order = state.data
  const isWatched = order !== undefined && isUnderWay(order)
  async function look() {
    const before = own.data
    const { data } = await own.refetch()
    if (data !== undefined && before !== undefined && endsOf(data) !== endsOf(before)) await state.refetch()
  }

  const checks = useChecks(isWatched, () => void look())
  const isMissing = state.error !== null && [404, 422].includes(readError(state.error).status)
  const isAwaited = order === undefined ? !isMissing : isWatched && !checks.hasEnded
  // A hidden tab does not read; on return it reads at once.
  useQuery({ ...reading, refetchInterval: isAwaited && checkEveryMs, refetchOnMount: false })

  const isRefused = [state.error, own.error].some((error) => error !== null && readError(error).status === 401)
  const { refetch: readOwn } = own
  useEffect(() => {
    if (!isRefused) return
    toast(expired, 'warn')
    // A refusal of this call ends the session.
    void readOwn()
  }, [isRefused, readOwn])

  if (isWatched && !isAwaitedHere) setAwaitedHere(true)
  return {
    order,
    error: state.error === null ? null : readError(state.error),
    isOffline: state.isPaused || (state.error !== null && readError(state.error).status === 0),
    isFetching: state.isFetching,
    readAt: state.dataUpdatedAt,
    dashboard: own.data,
    checks,
    isUnannounced: isAwaitedHere && !isAcknowledged && isAnnounced !== true && order?.activated === true,
    acknowledge() {
      setAcknowledged(true)
      markAnnounced(orderId)
      void client.invalidateQueries({ queryKey: ['GET /api/dashboard'] })
    },
    refetch: () => Promise.all([state.refetch(), own.refetch()]),
  }
}

function endsOf({ diamond_expires: diamond, leaderboard_expires: leaderboard }: Buyer): string {
  return `${diamond} ${leaderboard}`
}
