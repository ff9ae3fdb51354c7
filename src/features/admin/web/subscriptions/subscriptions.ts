import type { listSubscriptions } from '#features/subscriptions/contract.ts'
import { shortTierNames } from '#features/subscriptions/plan-names.ts'
import type { ResponseOf } from '#shared/endpoint.ts'

export type ListedSubscription = ResponseOf<typeof listSubscriptions>['subscriptions'][number]

const periodLabels = { monthly: 'mensile', quarterly: 'trimestrale', yearly: 'annuale', manual: 'assegnato' }

/** `Diamond annuale` */
export function planLabel({ subscription_type: tier, plan_type: period }: ListedSubscription): string {
  return `${shortTierNames[tier]} ${periodLabels[period]}`
}
