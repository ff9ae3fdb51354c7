import type { PaymentState } from '#features/payments/contract.ts'
import * as format from '#shared/format.ts'

/** How an order of one's own is shown: the wire's word, and what only its other fields tell. */
export type Shown =
  | 'creating'
  | 'waiting'
  | 'confirming'
  | 'partially_paid'
  | 'under_review'
  | 'active'
  | 'failed'
  | 'expired'

export function shownOf(order: Pick<PaymentState, 'status' | 'activated' | 'under_review' | 'payment_id'>): Shown {
  if (order.activated) return 'active'
  if (order.under_review) return 'under_review'
  // The two words of an activated order; here they would be a contradiction, and a person looks at those.
  if (order.status === 'confirmed' || order.status === 'finished') return 'confirming'
  return order.status === 'waiting' && order.payment_id === null ? 'creating' : order.status
}

/** In a list, beside a date: by the wire's words. */
export const stateWords: Record<string, string> = {
  waiting: 'in attesa del pagamento',
  confirming: 'in conferma',
  partially_paid: 'importo parziale',
  confirmed: 'attivo',
  finished: 'attivo',
  failed: 'non riuscito',
  expired: 'scaduto',
}

/** Something may still come of it. */
export function isUnderWay({ status, activated }: { status: string; activated: boolean }): boolean {
  return !activated && ['waiting', 'confirming', 'partially_paid'].includes(status)
}

/** Title and text of each state: what happened, and what to do next. */
export function wordsOf(shown: Shown, order: Pick<PaymentState, 'amount_usd' | 'amount_paid' | 'expires_at'>) {
  const received = `${format.price(order.amount_paid)} di ${format.price(order.amount_usd)}`
  switch (shown) {
    case 'creating':
      return {
        title: 'Fattura non pronta',
        text: 'La fattura di questo ordine non è ancora stata creata. Riprova il pagamento: l’ordine resta lo stesso e non paghi due volte.',
      }
    case 'waiting':
      return {
        title: 'In attesa del pagamento',
        text: 'Completa il pagamento nella finestra della fattura. Appena la rete lo conferma, attiviamo il piano da soli: puoi anche chiudere questa pagina.',
      }
    case 'confirming':
      return {
        title: 'Pagamento in conferma',
        text: 'Il pagamento è arrivato sulla rete, che lo sta confermando. Non devi fare altro: attiviamo il piano da soli, e puoi anche chiudere questa pagina.',
      }
    case 'partially_paid':
      return {
        title: 'Importo parziale',
        text: `Sono arrivati ${received}: il piano non si attiva da solo. Se versi la differenza allo stesso indirizzo, una persona la verifica prima di attivare il piano. Se hai dubbi scrivici, con il numero dell’ordine.`,
      }
    case 'under_review':
      return {
        title: 'Lo stiamo verificando',
        text: 'Qualcosa in questo pagamento non torna, e una persona lo sta controllando. Non devi fare altro, e non pagare di nuovo: quando è risolto lo vedi qui.',
      }
    case 'active':
      return {
        title: 'Abbonamento attivo',
        text:
          order.expires_at === null
            ? 'Il pagamento è completo e il piano è attivo.'
            : `Il pagamento è completo e il piano è attivo fino al ${format.date(order.expires_at)}.`,
      }
    case 'failed':
      return {
        title: 'Pagamento non riuscito',
        text: 'Questo pagamento non è andato a buon fine e non ha attivato nulla. Puoi ricominciare con un ordine nuovo. Se hai inviato del denaro, scrivici con il numero dell’ordine.',
      }
    case 'expired':
      return {
        title: 'Fattura scaduta',
        text: 'Non è arrivato nulla in tempo, e questa fattura non si paga più. Puoi ricominciare con un ordine nuovo. Se hai già pagato, premi “Controlla adesso”: appena la rete conferma, attiviamo il piano.',
      }
  }
}

export type StepState = 'done' | 'current' | 'ahead'

/** The four steps of a payment, as far as this order has come. */
export function stepsOf(
  shown: Shown,
  order: Pick<PaymentState, 'created_at' | 'amount_usd' | 'amount_paid' | 'expires_at'>,
  { expectedUntil, now }: { expectedUntil: number | null; now: number },
): { title: string; note: string; state: StepState }[] {
  const current = {
    creating: 0,
    waiting: 1,
    partially_paid: 1,
    failed: 1,
    expired: 1,
    confirming: 2,
    under_review: 2,
    active: 4,
  }[shown]
  const end = order.expires_at ?? expectedUntil
  const notes = [
    shown === 'creating' ? 'Non ancora' : momentOf(order.created_at, now),
    current > 1 ? 'Importo ricevuto' : paymentNote(shown, order),
    shown === 'under_review' ? 'Verifica di una persona' : current > 2 ? 'Confermato' : 'Di solito 5–20 minuti',
    end === null || shown === 'failed' || shown === 'expired' ? 'Non attivo' : `Scadenza ${format.date(end)}`,
  ]
  return ['Fattura creata', 'In attesa', 'In conferma', 'Attivo'].map((title, index) => ({
    title,
    note: notes[index] ?? '',
    state: index < current ? 'done' : index === current ? 'current' : 'ahead',
  }))
}

/** `16:42` of today, else with its date. */
function momentOf(instant: string, now: number): string {
  return format.date(instant) === format.date(now) ? format.time(instant) : format.dateTime(instant)
}

function paymentNote(shown: Shown, order: Pick<PaymentState, 'amount_usd' | 'amount_paid'>): string {
  if (shown === 'failed') return 'Non riuscito'
  if (shown === 'expired') return 'Scaduta'
  if (order.amount_paid > 0) return `${format.price(order.amount_paid)} di ${format.price(order.amount_usd)}`
  return 'Nessun importo ricevuto'
}
