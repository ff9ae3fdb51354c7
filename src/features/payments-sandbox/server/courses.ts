import type { BookedStatus } from './books.ts'

/** How a payment goes on, as with the real provider (`docs/payments.md` 4). Pure. */

export type Ending = 'finished' | 'partially_paid' | 'failed'

/** True while money has not come: the next step brings it, also late. */
export function awaitsMoney(status: BookedStatus): boolean {
  return status === 'waiting' || status === 'expired'
}

/** The status after this one, null at the end. A payment under the minimum fails once it is confirming. Short money shows at the end. */
export function nextStatus(status: BookedStatus, ending: Ending): BookedStatus | null {
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

/** Changes made by hand, and the statuses from which each can be made. */
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

/** True where the change can be made by hand from this status. */
export function allows(intervention: Intervention, status: BookedStatus): boolean {
  const { from }: { from: readonly BookedStatus[] } = interventions[intervention]
  return from.includes(status)
}
