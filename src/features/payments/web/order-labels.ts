import type { PaymentState } from '../contract.ts'

// Labels of an order's state, apart from its longer texts, which not every page loads.

/** The displayed state of an own order: the status of the call, refined by the order's other fields. */
export type Shown =
  | 'creating'
  | 'waiting'
  | 'confirming'
  | 'partially_paid'
  | 'under_review'
  | 'active'
  | 'closed'
  | 'failed'
  | 'expired'

export function shownOf(
  order: Pick<PaymentState, 'status' | 'activated' | 'under_review' | 'attention' | 'payment_id'>,
): Shown {
  if (order.activated) return 'active'
  if (order.attention === 'closed') return 'closed'
  // A buyer who sent the rest to a used address has nothing more to do, whatever the first payment's status is.
  if (order.under_review || order.attention === 'deposit') return 'under_review'
  // These two statuses belong to an active order. An inactive order with one is a contradiction, at which a person looks.
  if (order.status === 'confirmed' || order.status === 'finished') return 'confirming'
  return order.status === 'waiting' && order.payment_id === null ? 'creating' : order.status
}

/** Labels in a list, beside a date, by the wire's status. */
export const stateLabels: Record<string, string> = {
  waiting: 'in attesa del pagamento',
  confirming: 'in conferma',
  partially_paid: 'importo parziale',
  confirmed: 'attivo',
  finished: 'attivo',
  failed: 'non riuscito',
  expired: 'scaduto',
}

/** True where the order may still become active. */
export function isUnderWay({ status, activated }: { status: string; activated: boolean }): boolean {
  return !activated && ['waiting', 'confirming', 'partially_paid'].includes(status)
}

/** The order under way to follow: one whose money is being confirmed, else the newest. @param payments newest first */
export function followedOrder<P extends { status: string; activated: boolean }>(payments: readonly P[]): P | undefined {
  const underWay = payments.filter(isUnderWay)
  return underWay.find(({ status }) => status === 'confirming') ?? underWay[0]
}

const titles: Record<Exclude<Shown, 'under_review'>, string> = {
  creating: 'Richiesta non pronta',
  waiting: 'In attesa del pagamento',
  confirming: 'Pagamento in conferma',
  partially_paid: 'Importo parziale',
  active: 'Abbonamento attivo',
  closed: 'Ordine chiuso',
  failed: 'Pagamento non riuscito',
  expired: 'Richiesta scaduta',
}

export function titleOf(shown: Shown, { reviewed_at: reviewedAt }: Pick<PaymentState, 'reviewed_at'>): string {
  if (shown !== 'under_review') return titles[shown]
  return reviewedAt === null ? 'Lo stiamo verificando' : 'Verifica conclusa'
}

/** The browser's title of an order's page. */
export function pageTitle(order: PaymentState | undefined): string {
  return order === undefined ? 'Pagamento' : titleOf(shownOf(order), order)
}
