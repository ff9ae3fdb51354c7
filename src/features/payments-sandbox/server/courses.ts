import type { BookedStatus } from './books.ts'

/** How a payment goes on, as the real provider's does (`docs/payments.md` 4). Pure. */

export type Ending = 'finished' | 'partially_paid' | 'failed'

/** Money has not come yet: the next step brings it, also late. */
export function awaitsMoney(status: BookedStatus): boolean {
  return status === 'waiting' || status === 'expired'
}

/** The status after this one, null at the end. What is under the minimum fails once it is confirming; short money is told at the end. */
export function following(status: BookedStatus, ending: Ending): BookedStatus | null {
  switch (status) {
    case 'waiting':
    case 'expired':
      return 'confirming'
    case 'confirming':
      return ending === 'failed' ? 'failed' : 'confirmed'
    case 'confirmed':
      return 'sending'
    case 'sending':
      return ending
    case 'partially_paid':
    case 'finished':
    case 'failed':
    case 'refunded':
      return null
  }
}

/** Changes that somebody makes by hand, and from where each can be made. */
export const interventions = {
  expire: { to: 'expired', from: ['waiting'] },
  fail: { to: 'failed', from: ['waiting', 'confirming', 'confirmed', 'sending'] },
  refund: { to: 'refunded', from: ['confirming', 'confirmed', 'sending', 'partially_paid', 'finished', 'failed'] },
  accept: { to: 'finished', from: ['partially_paid', 'failed'] },
} as const satisfies Record<string, { to: BookedStatus; from: readonly BookedStatus[] }>
export type Intervention = keyof typeof interventions

export function isIntervention(action: string): action is Intervention {
  return Object.hasOwn(interventions, action)
}

export function allows(intervention: Intervention, status: BookedStatus): boolean {
  const { from }: { from: readonly BookedStatus[] } = interventions[intervention]
  return from.includes(status)
}
