import type { Transaction } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { postMessage } from '#server/outbox/outbox.ts'
import { instantText } from '#shared/dates.ts'
import { dateTime, price } from '#shared/format/format.ts'
import { planName } from '#features/subscriptions/plan-names.ts'
import { paymentAddress, receiptAddress } from '../addresses.ts'
import type { ReviewCode } from '../rules.ts'
import { reviewText } from '../review-texts.ts'
import type { LockedOrder } from './settlement/settle-queries.ts'

type Sender = Pick<Kernel, 'secrets' | 'config'>

/** Mails the buyer that the plan is active, and until when (milliseconds). Once for an order. */
export async function mailActivated(
  tx: Transaction,
  { secrets, config }: Sender,
  order: LockedOrder,
  { until, at }: { until: number; at: number },
): Promise<void> {
  await mailBuyer(tx, secrets, order, {
    cause: 'activated',
    subject: `TopTrader: il piano ${planName(order.plan)} è attivo`,
    lines: [
      `abbiamo ricevuto il pagamento di ${price(order.price_cents / 100)}: il piano ${planName(order.plan)} è attivo fino al ${dateTime(until)}.`,
      '',
      `Ricevuta: ${config.APP_URL}${receiptAddress(order.order_id)}`,
    ],
    at,
  })
}

/** Mails the buyer that less than the price arrived. Once for an order. */
export async function mailUnderpaid(
  tx: Transaction,
  { secrets, config }: Sender,
  order: LockedOrder,
  at: number,
): Promise<void> {
  await mailBuyer(tx, secrets, order, {
    cause: 'underpaid',
    subject: 'TopTrader: il pagamento non basta ancora',
    lines: [
      `per il piano ${planName(order.plan)} (${price(order.price_cents / 100)}) è arrivato meno del dovuto, perciò non è ancora attivo.`,
      'Quanto è arrivato è registrato. Non inviare altro allo stesso indirizzo: un secondo versamento non si somma da solo.',
      `Per completare il pagamento scrivi all’assistenza${config.SUPPORT_EMAIL === undefined ? '' : ` (${config.SUPPORT_EMAIL})`} con il numero dell’ordine.`,
      '',
      `Stato del pagamento: ${config.APP_URL}${paymentAddress(order.order_id)}`,
    ],
    at,
  })
}

/** Mails the buyer once for each cause, with a greeting before the lines and the order's number after them. */
async function mailBuyer(
  tx: Transaction,
  secrets: Kernel['secrets'],
  order: LockedOrder,
  { cause, subject, lines, at }: { cause: string; subject: string; lines: readonly string[]; at: number },
): Promise<void> {
  if (order.email === null) return
  await postMessage(tx, {
    id: secrets.newId(),
    cause: `${cause}:${order.order_id}`,
    kind: 'mail',
    recipient: order.email,
    traderId: order.trader_id,
    subject,
    body: [`Ciao ${order.username ?? ''},`.replace(' ,', ','), '', ...lines, `Ordine: ${order.order_id}`].join('\n'),
    at: instantText(at),
  })
}

interface Subject {
  orderId: string | null
  paymentId: string | null
  /** Milliseconds. */
  at: number
  /** When a hidden order was shown again, milliseconds: it alerts anew. */
  again?: number | null
}

/**
 * Alerts the admins to an order or payment that needs a person. Once for each cause.
 * @param subject the order, or the provider's payment
 */
export async function alertReview(
  tx: Transaction,
  { secrets, config }: Sender,
  code: ReviewCode,
  { orderId, paymentId, at, again = null }: Subject,
): Promise<void> {
  const what = [orderId === null ? null : `ordine ${orderId}`, paymentId === null ? null : `pagamento ${paymentId}`]
  const named = what.filter((each) => each !== null).join(', ')
  await postMessage(tx, {
    id: secrets.newId(),
    cause: `review:${orderId ?? ''}:${paymentId ?? ''}:${code}${again === null ? '' : `:${again}`}`,
    kind: 'admin_alert',
    subject: `TopTrader: un pagamento da controllare (${named})`,
    body: [reviewText(code), '', `Riguarda: ${named}.`, `Pannello admin, scheda Pagamenti: ${config.APP_URL}/`].join(
      '\n',
    ),
    at: instantText(at),
  })
}

/** Alerts the admins, once a day (UTC) for each cause. */
export async function alertDaily(
  sql: Parameters<typeof postMessage>[0],
  { secrets }: Pick<Kernel, 'secrets'>,
  { cause, subject, body, at }: { cause: string; subject: string; body: string; at: number },
): Promise<void> {
  const now = instantText(at)
  await postMessage(sql, {
    id: secrets.newId(),
    cause: `${cause}:${now.slice(0, 10)}`,
    kind: 'admin_alert',
    subject,
    body,
    at: now,
  })
}
