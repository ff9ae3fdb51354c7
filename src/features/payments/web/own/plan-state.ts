import { followedOrder, isUnderWay } from '../order-labels.ts'
import type { SubscriptionStatus } from '#features/subscriptions/contract.ts'
import { daysRemaining } from '#features/subscriptions/rules.ts'
import { DAY_MS } from '#shared/dates.ts'

/** The remaining days from which a warning shows. The admins' own limit is 7. */
export const warningDays = 10
/** Older orders without an outcome are history: the provider takes late deposits for about a week. Milliseconds. */
const latestDeposit = 8 * DAY_MS

export interface PlanState {
  kind: 'basic' | 'diamond' | 'none'
  /** End of the running plan, or of the last one that ran; null where there never was one. */
  until: string | null
  /** Remaining days, the running one included; null without a running plan. */
  days: number | null
  /** Basic time that waits until Diamond ends: from and until. */
  waiting: { from: string; until: string } | null
}

/** The plan in force at a moment, milliseconds UTC. Diamond includes Basic, whose time does not run meanwhile. */
export function planState({ diamond, basic_leaderboard: basic }: Plans, now: number): PlanState {
  const ends = (instant: string | null) => (instant === null ? Number.NEGATIVE_INFINITY : Date.parse(instant))
  const [diamondEnd, end] = [ends(diamond.expires_at), ends(basic.expires_at)]
  if (diamond.expires_at !== null && diamondEnd > now) {
    const waiting =
      basic.expires_at !== null && end > diamondEnd ? { from: diamond.expires_at, until: basic.expires_at } : null
    return { kind: 'diamond', until: diamond.expires_at, days: daysRemaining(diamondEnd, now), waiting }
  }
  if (end > now) return { kind: 'basic', until: basic.expires_at, days: daysRemaining(end, now), waiting: null }
  return { kind: 'none', until: basic.expires_at ?? diamond.expires_at, days: null, waiting: null }
}

type Plans = Pick<SubscriptionStatus, 'diamond' | 'basic_leaderboard'>
export type OwnPayment = SubscriptionStatus['recent_payments'][number]

/** True where an order may still become active: its money is being confirmed, or it is newer than the last activation and not long dead. */
export function isOpenToRetry(payments: readonly OwnPayment[], now: number): boolean {
  if (followedOrder(payments)?.status === 'confirming') return true
  const [newest] = payments
  if (newest === undefined || newest.activated) return false
  return isUnderWay(newest) || now - Date.parse(newest.created_at) < latestDeposit
}
