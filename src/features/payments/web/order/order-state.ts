import type { Step } from '#features/ea/web/Stepper.tsx'
import type { PaymentState } from '../../contract.ts'
import { coinAmount } from '#shared/format/coin.ts'
import * as format from '#shared/format/format.ts'
import { titleOf } from '../order-labels.ts'
import type { Shown } from '../order-labels.ts'

type OrderFields = Pick<
  PaymentState,
  | 'amount_usd'
  | 'amount_paid'
  | 'amount_missing'
  | 'amount_surplus'
  | 'expires_at'
  | 'attention'
  | 'deposits'
  | 'reviewed_at'
>

const hasArrived = ({ amount_paid: paid, amount_missing: missing }: OrderFields) => paid > 0 && missing === 0

/** `Sono arrivati 47,94 USDT di 79,90 USDT: mancano 31,96 USDT.` Each of several payments counts alone. */
function shortText({ amount_usd: price, amount_paid: paid, amount_missing: missing }: OrderFields): string {
  const arrived = `Sono arrivati ${format.price(paid)} di ${format.price(price)}`
  // Compares in cents, which are whole numbers.
  const isOne = Math.round((paid + missing - price) * 100) <= 0
  return isOne
    ? `${arrived}: mancano ${format.price(missing)}.`
    : `${arrived} in più pagamenti: ognuno vale da solo, e al più grande mancano ${format.price(missing)}.`
}

/** `una persona lo sta verificando`, or when one did. */
function lookedAt(reviewedAt: string | null, what: 'lo' | 'li' = 'lo'): string {
  return reviewedAt === null
    ? `una persona ${what} sta verificando`
    : `una persona ${what === 'lo' ? 'lo ha verificato' : 'li ha verificati'} il ${format.date(reviewedAt)}`
}

/** The end of a review, for the buyer. */
const contactForOutcome = 'Se vuoi sapere com’è andata, scrivici con il numero dell’ordine.'

/** The worth of repeated deposits, and their review. */
function depositText({
  deposits,
  reviewed_at: reviewedAt,
  amount_paid: paid,
}: Pick<OrderFields, 'deposits' | 'reviewed_at' | 'amount_paid'>): string {
  const sums = deposits.map(({ usd, received, code }) =>
    usd === null ? coinAmount(received, code?.toUpperCase()) : format.price(usd),
  )
  return sums.length === 1
    ? `È arrivato un ${paid > 0 ? 'secondo ' : ''}versamento di ${sums.join('')}: ${lookedAt(reviewedAt)}.`
    : `Sono arrivati ${paid > 0 ? 'altri ' : ''}versamenti (${sums.join(', ')}): ${lookedAt(reviewedAt, 'li')}.`
}

/** Other events of an order whose plan is active; null where there are none. */
export function laterEventsText(
  order: Pick<OrderFields, 'attention' | 'deposits' | 'reviewed_at' | 'amount_paid'>,
): string | null {
  const looked = lookedAt(order.reviewed_at)
  const next = order.reviewed_at === null ? 'Non pagare di nuovo.' : contactForOutcome
  switch (order.attention) {
    case 'refunded':
      return order.reviewed_at === null
        ? `Il fornitore segnala questo pagamento come rimborsato: ${looked}, e intanto il piano resta attivo.`
        : `Il fornitore segnala questo pagamento come rimborsato: ${looked}. ${contactForOutcome}`
    case 'extra_refunded':
      return 'Il fornitore segnala rimborsato un pagamento in più di questo ordine: il piano resta attivo, e non devi fare altro.'
    case 'paid_twice':
      return `Per questo ordine è arrivato anche un altro pagamento, che non ha aggiunto tempo al piano: ${looked}. ${next}`
    case 'deposit':
      return `${depositText(order)} Da solo non ha aggiunto tempo al piano. ${next}`
    default:
      return null
  }
}

/** More than the price arrived. Network fees are rounded up: a cent is nothing to write about. */
function surplusText({ amount_surplus: surplus, reviewed_at: reviewedAt }: OrderFields): string {
  if (surplus < 0.05) return ''
  const next = reviewedAt === null ? 'scrivici con il numero dell’ordine' : lookedAt(reviewedAt, 'li')
  return ` Sono arrivati ${format.price(surplus)} più del prezzo, che da soli non aggiungono tempo: ${next}.`
}

/** Title and text of each state: what happened, and what to do next. */
export function textsOf(shown: Shown, order: OrderFields): { title: string; text: string } {
  return { title: titleOf(shown, order), text: textOf(shown, order) }
}

function textOf(shown: Shown, order: OrderFields): string {
  switch (shown) {
    case 'creating':
      return 'La richiesta di pagamento non è ancora stata creata. Riprova il pagamento: l’ordine resta lo stesso e non paghi due volte.'
    case 'waiting':
      return 'Completa il pagamento nella pagina del fornitore. Appena la rete lo conferma, attiviamo il piano da soli: puoi anche chiudere questa pagina.'
    case 'confirming':
      return confirmingText(order)
    case 'partially_paid':
      return `${shortText(order)} Il piano non si attiva da solo: una persona verifica i pagamenti parziali. Non inviare altro allo stesso indirizzo, perché un secondo versamento non si somma da solo: scrivici con il numero dell’ordine.`
    case 'under_review':
      return order.reviewed_at === null ? reviewText(order) : reviewedText(order)
    case 'active': {
      const until = order.expires_at === null ? '' : ` fino al ${format.date(order.expires_at)}`
      const afterwards = laterEventsText(order)
      const surplus = surplusText(order)
      if (afterwards !== null) return `Il piano è attivo${until}.${surplus} ${afterwards}`
      const contact = surplus === '' || order.reviewed_at === null ? '' : ` ${contactForOutcome}`
      return `Il pagamento è completo e il piano è attivo${until}.${surplus}${contact}`
    }
    case 'closed':
      return 'Questo ordine è stato chiuso e non si può più pagare. Puoi ricominciare con un ordine nuovo. Se hai inviato del denaro, scrivici con il numero dell’ordine.'
    case 'failed':
      return 'Questo pagamento non è andato a buon fine e non ha attivato nulla. Puoi ricominciare con un ordine nuovo. Se hai inviato del denaro, scrivici con il numero dell’ordine.'
    case 'expired':
      return 'Non è arrivato nulla in tempo, e questo ordine non si può più pagare. Puoi ricominciare con un ordine nuovo. Se hai già pagato, premi «Controlla adesso»: appena la rete conferma, attiviamo il piano.'
  }
}

function confirmingText(order: OrderFields): string {
  if (order.amount_paid === 0) {
    return 'Il pagamento si vede sulla rete, che lo sta confermando. Se l’importo è completo attiviamo il piano da soli: puoi anche chiudere questa pagina.'
  }
  return hasArrived(order)
    ? 'Il pagamento è arrivato sulla rete, che lo sta confermando. Non devi fare altro: attiviamo il piano da soli, e puoi anche chiudere questa pagina.'
    : `${shortText(order)} La rete lo sta confermando, ma con un importo parziale il piano non si attiva da solo: lo verifica una persona. Non inviare altro allo stesso indirizzo.`
}

function reviewText(order: OrderFields): string {
  switch (order.attention) {
    case 'deposit':
      return `${depositText(order)} Non pagare di nuovo: quando è risolto lo vedi qui.`
    case 'refunded':
      return 'Il fornitore segnala questo pagamento come rimborsato, e una persona lo sta controllando. Non pagare di nuovo: quando è risolto lo vedi qui.'
    default:
      return 'Qualcosa in questo pagamento non torna, e una persona lo sta controllando. Non devi fare altro, e non pagare di nuovo: quando è risolto lo vedi qui.'
  }
}

/** A person has reviewed the order, and it did not become active by that: days may have been given, or money sent back. */
function reviewedText(order: OrderFields): string {
  const what =
    order.attention === 'deposit'
      ? depositText(order)
      : `${order.attention === 'refunded' ? 'Il fornitore segnala questo pagamento come rimborsato' : 'In questo pagamento qualcosa non tornava'}: ${lookedAt(order.reviewed_at)}.`
  return `${what} Questo ordine non ha attivato il piano da solo: guarda nella dashboard se il tuo piano è attivo. ${contactForOutcome}`
}

/** The four steps of a payment, as far as this order has come. */
export function stepsOf(
  shown: Shown,
  order: OrderFields & Pick<PaymentState, 'created_at' | 'coin'>,
  { expectedUntil, now }: { expectedUntil: number | null; now: number },
): Step[] {
  // Received counts as done only once all of it is there.
  const onNetwork = hasArrived(order) ? 2 : 1
  const current = {
    creating: 0,
    waiting: 1,
    partially_paid: 1,
    failed: 1,
    expired: 1,
    closed: 1,
    confirming: onNetwork,
    under_review: onNetwork,
    active: 4,
  }[shown]
  const end = order.expires_at ?? expectedUntil
  const notes = [
    shown === 'creating' ? 'Non ancora' : momentOf(order.created_at, now),
    current > 1 ? 'Importo ricevuto' : paymentNote(shown, order),
    shown === 'under_review'
      ? order.reviewed_at === null
        ? 'Verifica di una persona'
        : `Verificato il ${format.date(order.reviewed_at)}`
      : current > 2
        ? 'Confermato'
        : 'Di solito 5–20 minuti',
    end === null || ['failed', 'expired', 'closed'].includes(shown) ? 'Non attivo' : `Scadenza ${format.date(end)}`,
  ]
  return ['Richiesta creata', 'In attesa', 'In conferma', 'Attivo'].map((title, index) => ({
    title,
    note: notes[index] ?? '',
    state: index < current ? 'done' : index === current ? 'current' : 'ahead',
  }))
}

/** `16:42` for today, else with its date. */
function momentOf(instant: string, now: number): string {
  return format.date(instant) === format.date(now) ? format.time(instant) : format.dateTime(instant)
}

function paymentNote(shown: Shown, order: OrderFields & Pick<PaymentState, 'coin'>): string {
  if (shown === 'failed') return 'Non riuscito'
  if (shown === 'expired') return 'Scaduta'
  if (shown === 'closed') return 'Chiusa'
  if (order.amount_paid > 0) return `${format.price(order.amount_paid)} di ${format.price(order.amount_usd)}`
  if (order.deposits.length > 0) return 'Versamento da verificare'
  // Its worth is unknown: another currency or price than the order's.
  if (order.coin !== null && Number(order.coin.received) > 0) return 'Importo da verificare'
  return shown === 'confirming' ? 'Visto sulla rete' : 'Nessun importo ricevuto'
}
