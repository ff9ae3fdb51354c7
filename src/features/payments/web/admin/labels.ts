import type { CryptoPayment } from '#features/payments/admin-contract.ts'
import type { PaymentStatus, reconcilePayment } from '#features/payments/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { planOf } from '#features/subscriptions/catalogue.ts'
import { paymentClassNames, paymentStatusNames, providerStatusName } from '#features/payments/status-names.ts'
import { periodNames, shortTierNames } from '#features/subscriptions/plan-names.ts'
import * as format from '#shared/format/format.ts'

export interface State {
  tone: 'ok' | 'warn' | 'danger' | 'info' | 'neutral'
  word: string
}

/** The badges of a payment: its status, and a second one where a person has to look. */
export function statesOf(row: Pick<CryptoPayment, 'class' | 'status' | 'review' | 'reviewed' | 'is_known'>): State[] {
  const isReviewed = row.reviewed !== null && row.reviewed.holds
  const look: State[] = row.review === null || isReviewed ? [] : [{ tone: 'danger', word: 'Da verificare' }]
  if (row.class === 'completed') return [{ tone: 'ok', word: paymentClassNames.completed }, ...look]
  if (row.class === 'to_reconcile') return [{ tone: 'warn', word: paymentClassNames.to_reconcile }, ...look]
  if (look.length > 0) return look
  if (row.review !== null && !row.is_known) return [{ tone: 'neutral', word: 'Verificato' }]
  if (row.status === 'failed') return [{ tone: 'neutral', word: paymentStatusNames.failed }]
  if (row.status === 'expired') return [{ tone: 'neutral', word: paymentStatusNames.expired }]
  return [{ tone: 'info', word: paymentClassNames.pending }]
}

/** `Basic annuale` of a catalogue code; a code that is no longer on sale stays as it is. */
export function shortPlan(code: string): string {
  const plan = planOf(code)
  return plan === null ? code : `${shortTierNames[plan.tier]} ${(periodNames[plan.months] ?? '').toLowerCase()}`
}

/** The status of an order, and the provider's own word for its furthest payment. */
export function statusText({ status, raw_status: raw }: Pick<CryptoPayment, 'status' | 'raw_status'>): string {
  return raw === null ? paymentStatusNames[status] : `${paymentStatusNames[status]} (per il fornitore: ${raw})`
}

/** The provider's own status with its word in brackets; a word that we do not know stands alone. */
export function providerText(raw: string): string {
  const name = providerStatusName(raw)
  return name === raw ? raw : `${name} (${raw})`
}

const outcomeLabels: Record<string, string> = {
  activated: 'ha attivato il piano',
  creating: 'ordine in apertura',
  open: 'ordine in attesa del denaro',
  in_flight: 'denaro in arrivo',
  underpaid: 'pagato in parte',
  paid: 'il piano era già attivo',
  review: 'da verificare',
  dead: 'ordine chiuso',
  unknown_order: 'ordine sconosciuto',
}

/** The outcome of a notification. */
export function outcomeLabel(outcome: string | null): string {
  return outcome === null ? 'non ancora letta' : (outcomeLabels[outcome] ?? outcome)
}

const checkLabels: Record<string, string> = {
  payment_found: 'il fornitore ha risposto',
  nothing_found: 'il fornitore non ha ancora pagamenti per questo ordine',
  cannot_list: 'serve l’accesso al pannello del fornitore',
  unreachable: 'il fornitore non ha risposto',
  rate_limited: 'il fornitore chiede di rallentare',
  misconfigured: 'il fornitore rifiuta le credenziali',
  bad_answer: 'il fornitore ha dato una risposta illeggibile',
}

/** How the last question to the provider ended. */
export function checkLabel(result: string | null): string {
  return result === null ? '' : (checkLabels[result] ?? result)
}

const answerTexts: Record<PaymentStatus, string> = {
  waiting: 'non è ancora arrivato nulla',
  confirming: 'il denaro non è ancora confermato, o va verificato',
  partially_paid: 'è arrivato meno del dovuto',
  confirmed: 'pagamento confermato',
  finished: 'pagamento completato',
  failed: 'il pagamento è fallito',
  expired: 'la richiesta di pagamento è scaduta',
}

/** The outcome of a reconciliation, in words for an admin. The server's own sentence speaks to the buyer. */
export function reconciledToast({ activated, checked, status }: ResponseOf<typeof reconcilePayment>) {
  if (activated) return { text: 'Riconciliato: il piano è attivo.', tone: 'ok' } as const
  if (!checked) {
    const text = `Il fornitore non si è potuto interrogare ora. Quanto si sapeva: ${answerTexts[status]}. Riprova tra poco.`
    return { text, tone: 'warn' } as const
  }
  return { text: `Il fornitore ha risposto: ${answerTexts[status]}. Nulla è stato attivato.`, tone: 'info' } as const
}

/** The beginning and the end of a long order id, which distinguish it. */
export function shortId(id: string): string {
  return id.length <= 16 ? id : `${id.slice(0, 9)}…${id.slice(-4)}`
}

/** `arrivato il 60%`, `arrivato il 60,2%` of the amount asked. */
export const covered = (percent: number) =>
  'arrivato il ' + format.sharePercent(percent, Number.isInteger(percent) ? 0 : 1)
