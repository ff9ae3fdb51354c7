import type { InboxMessage } from '../inbox.ts'

/** Anna's question about a payment, not handled yet. */
export function messageWith(id: string, change: Partial<InboxMessage> = {}): InboxMessage {
  return {
    message_id: id,
    name: 'Anna Verdi',
    email: 'anna@verdi.example',
    subject: 'problemi-pagamento',
    subject_text: 'Problemi di pagamento',
    message: 'Buongiorno,\n<b>ho pagato</b> ieri.',
    created_at: '2026-11-20T09:05:00.000Z',
    trader_id: null,
    username: null,
    handled_at: null,
    handled_by_username: null,
    ...change,
  }
}
