import type { PaymentClass } from './admin-contract.ts'
import type { PaymentStatus } from './contract.ts'
import type { ProviderStatus } from './provider.ts'

/** Names of the statuses of orders and payments: in the admins' list, in its file, and on the sandbox's page. */

export const paymentStatusNames: Record<PaymentStatus, string> = {
  waiting: 'In attesa del denaro',
  confirming: 'In conferma',
  partially_paid: 'Pagato in parte',
  confirmed: 'Confermato',
  finished: 'Completato',
  failed: 'Fallito',
  expired: 'Scaduto',
}

const providerStatusNames: Record<ProviderStatus, string> = {
  waiting: 'In attesa del denaro',
  confirming: 'Visto sulla rete, in conferma',
  confirmed: 'Confermato dalla rete',
  sending: 'In invio al venditore',
  partially_paid: 'Pagato in parte',
  finished: 'Completato',
  failed: 'Fallito',
  refunded: 'Rimborsato',
  expired: 'Scaduto',
  unknown: 'Sconosciuto',
}

/** The name of the provider's own status; one that we do not know stays as it is. */
export function providerStatusName(raw: string): string {
  return (providerStatusNames as Readonly<Record<string, string>>)[raw] ?? raw
}

export const paymentClassNames: Record<PaymentClass, string> = {
  completed: 'Completato',
  to_reconcile: 'Da riconciliare',
  pending: 'In corso',
}
