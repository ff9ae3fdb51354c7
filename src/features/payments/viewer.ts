import type { SubscriptionStatus } from '#features/subscriptions/contract.ts'
import type { Viewer } from '#shared/viewer.ts'

/** The part of the dashboard's answer that the payment pages read. */
export interface Buyer extends Viewer {
  /** ISO-8601. */
  diamond_expires: string | null
  /** The later end of both plans, ISO-8601. */
  leaderboard_expires: string | null
  subscription: SubscriptionStatus
}
