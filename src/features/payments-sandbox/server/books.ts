import type { Queryable, Transaction } from '#server/database/database.ts'
import type { Dec } from '#features/payments/provider.ts'

/** The sandbox's own tables, as the real provider has them. */

export type BookedStatus =
  | 'waiting'
  | 'confirming'
  | 'confirmed'
  | 'sending'
  | 'partially_paid'
  | 'finished'
  | 'failed'
  | 'refunded'
  | 'expired'

export interface InvoiceRow {
  invoice_id: string
  order_id: string
  price_amount: Dec
  description: string
  pay_currency: string | null
  notify_url: string
  success_url: string
  cancel_url: string
  created_at: string
}

export interface PaymentRow {
  payment_id: string
  invoice_id: string
  parent_payment_id: string | null
  status: BookedStatus
  coin: string
  asked: Dec
  received: Dec
  created_at: string
  updated_at: string
}

export const manners = ['usual', 'lost', 'doubled', 'reversed', 'delayed'] as const
export type Manner = (typeof manners)[number]

export interface DeliveryRow {
  delivery_id: number
  payment_id: string
  status: string
  manner: Manner | 'replayed'
  answered: number | null
  attempts: number
  next_attempt_at: string | null
  created_at: string
}

export async function insertInvoice(sql: Queryable, row: InvoiceRow): Promise<void> {
  await sql`insert into sandbox_invoice ${sql({ ...row })}`
}

export async function invoiceBy(sql: Queryable, invoiceId: string): Promise<InvoiceRow | undefined> {
  const [row] = await sql<InvoiceRow[]>`select * from sandbox_invoice where invoice_id = ${invoiceId}`
  return row
}

/** Locks the invoice until the transaction ends, so that two plays of it follow each other. */
export async function lockInvoice(tx: Transaction, invoiceId: string): Promise<InvoiceRow | undefined> {
  const [row] = await tx<InvoiceRow[]>`select * from sandbox_invoice where invoice_id = ${invoiceId} for update`
  return row
}

export type PaymentWithInvoice = PaymentRow &
  Pick<InvoiceRow, 'order_id' | 'price_amount' | 'description'> & { child_ids: string[] | null }

/** Payments with their invoice's fields, oldest first: one, those of an invoice, or those that changed in a span. */
export function bookedPayments(
  sql: Queryable,
  which: { paymentId: string } | { invoiceId: string } | { from: string; to: string },
): Promise<PaymentWithInvoice[]> {
  let condition = sql``
  if ('paymentId' in which) condition = sql`payment_id = ${which.paymentId}`
  else if ('invoiceId' in which) condition = sql`invoice_id = ${which.invoiceId}`
  else condition = sql`payment.created_at between ${which.from} and ${which.to}`
  return sql<PaymentWithInvoice[]>`
    select payment.*, order_id, price_amount, description,
           (select array_agg(child.payment_id order by child.created_at)
            from sandbox_payment child
            where child.parent_payment_id = payment.payment_id) as child_ids
    from sandbox_payment payment
    join sandbox_invoice using (invoice_id)
    where ${condition}
    order by payment.created_at, payment_id`
}

export async function insertPayment(tx: Transaction, row: PaymentRow): Promise<void> {
  await tx`insert into sandbox_payment ${tx({ ...row })}`
}

/** Stores a payment's status, received amount and time of change. */
export async function movePayment(
  tx: Transaction,
  { payment_id, status, received, updated_at }: Pick<PaymentRow, 'payment_id' | 'status' | 'received' | 'updated_at'>,
): Promise<void> {
  await tx`
    update sandbox_payment set status = ${status}, received = ${received}, updated_at = ${updated_at}
    where payment_id = ${payment_id}`
}

export interface NewDelivery {
  payment_id: string
  status: string
  body: string
  manner: DeliveryRow['manner']
  next_attempt_at: string | null
  created_at: string
}

/** Inserts deliveries in their order. Deliveries that are due together leave in this order. */
export async function insertDeliveries(tx: Transaction, rows: readonly NewDelivery[]): Promise<void> {
  for (const row of rows) await tx`insert into sandbox_delivery ${tx({ ...row })}`
}

/** The newest deliveries of an invoice, newest first. */
export function deliveriesOf(sql: Queryable, invoiceId: string, limit: number): Promise<DeliveryRow[]> {
  return sql<DeliveryRow[]>`
    select delivery_id, payment_id, delivery.status, manner, answered, attempts, next_attempt_at, delivery.created_at
    from sandbox_delivery delivery
    join sandbox_payment using (payment_id)
    where invoice_id = ${invoiceId}
    order by delivery_id desc
    limit ${limit}`
}

/** The body of a delivery of this invoice; undefined where there is none. */
export async function deliveryBody(
  tx: Transaction,
  invoiceId: string,
  deliveryId: number,
): Promise<Pick<NewDelivery, 'payment_id' | 'status' | 'body'> | undefined> {
  const [row] = await tx<Pick<NewDelivery, 'payment_id' | 'status' | 'body'>[]>`
    select payment_id, delivery.status, body
    from sandbox_delivery delivery
    join sandbox_payment using (payment_id)
    where delivery_id = ${deliveryId} and invoice_id = ${invoiceId}`
  return row
}

export interface DueDelivery {
  delivery_id: number
  body: string
  notify_url: string
}

/**
 * Claims the next due delivery, and books its next try at once, for the case that this server dies.
 * @param retryAt ISO; no further try after `attempts`
 */
export async function claimDelivery(
  sql: Queryable,
  { now, retryAt, attempts }: { now: string; retryAt: string; attempts: number },
): Promise<DueDelivery | undefined> {
  const [row] = await sql<DueDelivery[]>`
    with due as (
      select delivery_id from sandbox_delivery
      where next_attempt_at <= ${now}
      order by next_attempt_at, delivery_id
      limit 1
      for update skip locked
    )
    update sandbox_delivery delivery
    set attempts = attempts + 1,
        next_attempt_at = case when attempts + 1 < ${attempts}::int then ${retryAt}::timestamptz end
    from due, sandbox_payment payment join sandbox_invoice using (invoice_id)
    where delivery.delivery_id = due.delivery_id and payment.payment_id = delivery.payment_id
    returning delivery.delivery_id, delivery.body, notify_url`
  return row
}

/** @param status null: no answer */
export async function recordAnswer(
  sql: Queryable,
  deliveryId: number,
  status: number | null,
  isTaken: boolean,
): Promise<void> {
  await sql`
    update sandbox_delivery
    set answered = ${status}, next_attempt_at = case when ${isTaken} then null else next_attempt_at end
    where delivery_id = ${deliveryId}`
}
