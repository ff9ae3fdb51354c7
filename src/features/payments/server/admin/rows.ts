import Big from 'big.js'
import type { CryptoPayment, getCryptoPayment, PaymentClass } from '../../admin-contract.ts'
import type { PaymentStatus } from '../../contract.ts'
import { centsOf, coverage } from '../../decimal.ts'
import type { ProviderStatus } from '../../provider.ts'
import { paymentClass } from '../../rules.ts'
import { reviewText, depositSumText } from '../../review-texts.ts'
import { coinAmount } from '#shared/format/coin.ts'
import { price } from '#shared/format/format.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { Queryable } from '#server/database/database.ts'
import {
  adminInvoices,
  adminOrders,
  adminPayments,
  type AdminInvoice,
  type AdminOrder,
  type AdminPayment,
} from './queries.ts'
import type { ListedKey } from './list-queries.ts'
import { reviewsOf, type Review } from '../orders/review-queries.ts'
import { amountPaid, amountSurplus, shownPayment, shownPaymentId } from '../orders/order-display.ts'

/** The rows of these orders and unknown orders, in the given order. One that is gone meanwhile is left out. */
export async function adminRows(
  sql: Queryable,
  keys: readonly Pick<ListedKey, 'id' | 'is_known'>[],
): Promise<CryptoPayment[]> {
  const ids = keys.map((key) => key.id)
  const [orders, payments, invoices, reviews] = await Promise.all([
    adminOrders(sql, ids),
    adminPayments(sql, ids),
    adminInvoices(sql, ids),
    reviewsOf(sql, ids),
  ])
  const orderOf = new Map(orders.map((order) => [order.order_id, order]))
  const paymentsOf = Map.groupBy(payments, (payment) => keyText({ id: payment.listed_id, is_known: payment.is_known }))
  const invoicesOf = Map.groupBy(invoices, (invoice) => invoice.order_id)
  const reviewOfId = new Map(reviews.map((review) => [review.order_id, review]))
  return keys.flatMap((key) => {
    const own = paymentsOf.get(keyText(key)) ?? []
    const order = orderOf.get(key.id)
    if (key.is_known ? order === undefined : own.length === 0) return []
    const row = order === undefined ? strayRow(key.id, own) : orderRow(order, own, invoicesOf.get(key.id) ?? [])
    return [{ ...row, ...reviewedPart(row, reviewOfId.get(key.id)) }]
  })
}

const keyText = ({ id, is_known: isKnown }: Pick<ListedKey, 'id' | 'is_known'>) => `${isKnown} ${id}`

type Row = Omit<CryptoPayment, 'review_mark' | 'reviewed'>

function reviewedPart(row: Row, review: Review | undefined): Pick<CryptoPayment, 'review_mark' | 'reviewed'> {
  const {
    mark = null,
    reviewed_mark: reviewedMark = null,
    reviewed_at: at = null,
    reviewed_by: by = null,
  } = review ?? {}
  return {
    review_mark: row.review === null ? null : mark,
    reviewed: at === null ? null : { at, by, note: review?.note ?? '', holds: mark === reviewedMark },
  }
}

/** The list's fields of the displayed payment, and of all payments together. */
function paymentPart(order: Pick<AdminOrder, 'paid_payment_id'>, payments: readonly AdminPayment[]) {
  // The parent of a stray deposit may be unknown.
  const furthest = shownPayment(order, payments) ?? payments.at(-1) ?? null
  return {
    raw_status: furthest?.raw_status ?? null,
    coin: furthest?.coin ?? null,
    coin_name: furthest === null ? null : coinName(furthest),
    asked: furthest?.asked ?? null,
    received: furthest?.received ?? null,
    coverage: furthest === null ? null : coveragePercent(furthest),
    last_notification_at: latest(payments.map((payment) => payment.notified_at)),
  }
}

function orderRow(order: AdminOrder, payments: readonly AdminPayment[], invoices: readonly AdminInvoice[]): Row {
  const usd = order.price_cents / 100
  return {
    order_id: order.order_id,
    is_known: true,
    payment_id: shownPaymentId(order, payments, invoices),
    invoice_url: invoices[0]?.invoice_url ?? null,
    status: order.status,
    class: paymentClass(order),
    activated: order.activated,
    subscription_activated: order.activated,
    user_id: order.trader_id,
    user_gone: order.user_gone,
    user_email: order.user_email,
    username: order.username,
    is_orphan: order.is_orphan,
    plan: order.plan,
    subscription_type: order.tier,
    amount_usd: usd,
    amount: usd,
    price: usd,
    amount_paid: amountPaid(payments),
    amount_surplus: order.activated ? amountSurplus(order, payments) : 0,
    ...paymentPart(order, payments),
    review: reviewOf(
      [
        order.review_reason === 'orphan' && order.trader_id !== null ? 'orphan_deactivated' : order.review_reason,
        ...payments.map((payment) => payment.review_reason),
      ],
      together(payments.find(isDeposit), payments) ?? besides(order, payments),
    ),
    reconciled_at: order.reconciled_at,
    created_at: order.created_at,
    activated_at: order.activated_at,
    deleted_at: order.deleted_at,
    last_checked_at: latest([order.last_checked_at, ...payments.map((payment) => payment.read_back_at)]),
    last_check_result: order.last_check_result,
  }
}

/** A stray payment activated nothing. */
const unpaid = { paid_payment_id: null }
/** A stray payment serves no user, so it is never to reconcile. A person has to find out who paid. */
const strayClass: PaymentClass = 'pending'

function strayRow(id: string, payments: readonly AdminPayment[]): Row {
  const part = paymentPart(unpaid, payments)
  const furthest = shownPayment(unpaid, payments) ?? payments[0]
  const priced = furthest?.price_currency === 'usd' ? furthest.price_amount : null
  const cents = priced === null ? null : centsOf(priced)
  const usd = cents === null ? null : cents / 100
  return {
    order_id: id,
    is_known: false,
    payment_id: furthest?.provider_payment_id ?? null,
    invoice_url: null,
    status: strayStatus(furthest?.status ?? 'unknown'),
    class: strayClass,
    activated: false,
    subscription_activated: false,
    user_id: null,
    user_gone: true,
    user_email: null,
    username: null,
    is_orphan: true,
    plan: null,
    subscription_type: null,
    amount_usd: usd,
    amount: usd,
    price: usd,
    amount_paid: amountPaid(payments),
    amount_surplus: 0,
    ...part,
    review: reviewOf([...payments.map((payment) => payment.review_reason), 'unknown_order'], null),
    reconciled_at: null,
    created_at: payments[0]?.first_seen_at ?? '',
    activated_at: null,
    deleted_at: null,
    last_checked_at: latest(payments.map((payment) => payment.read_back_at)),
    last_check_result: null,
  }
}

/** The status of a stray payment. `confirmed` and `finished` would say that a plan is active. */
function strayStatus(status: ProviderStatus): PaymentStatus {
  switch (status) {
    case 'waiting':
    case 'unknown':
      return 'waiting'
    case 'confirming':
    case 'confirmed':
    case 'sending':
    case 'finished':
    case 'refunded':
      return 'confirming'
    case 'partially_paid':
    case 'failed':
    case 'expired':
      return status
  }
}

/** @param sum what arrived in all, where there are deposits in more */
function reviewOf(codes: readonly (string | null)[], sum: string | null): CryptoPayment['review'] {
  const code = codes.find((each) => each !== null) ?? null
  if (code === null) return null
  return { code, text: sum === null ? reviewText(code) : `${reviewText(code)} ${sum}` }
}

/** The worth of a part or of a surplus beside the full payment; null where there is neither. */
function besides(order: AdminOrder, payments: readonly AdminPayment[]): string | null {
  const part = payments.find((payment) => payment.review_reason === 'part_besides')
  const usd = part === undefined ? amountSurplus(order, payments) : amountPaid([part])
  return usd === 0 ? null : `Sono ${price(usd)}.`
}

const isDeposit = (payment: AdminPayment) =>
  payment.parent_payment_id !== null || payment.review_reason === 'child_payment'

/** `USDT, Tron (TRC20)` */
function coinName({ coin, coin_symbol: symbol, coin_network: network }: AdminPayment): string | null {
  return symbol === null ? (coin?.toUpperCase() ?? null) : network === null ? symbol : `${symbol}, ${network}`
}

/**
 * The sum of a payment and the deposits in more on its address, coin by coin. Only the payment's own coin can complete the
 * sum. Null where there are no deposits, or nothing to compare them with.
 */
function together(of: AdminPayment | undefined, payments: readonly AdminPayment[]): string | null {
  if (of === undefined) return null
  const roots = payments.filter((payment) => !isDeposit(payment))
  const parentOf = ({ parent_payment_id: parentId }: AdminPayment) =>
    roots.find((root) => root.provider_payment_id === parentId) ?? (roots.length === 1 ? roots[0] : undefined)
  const root = isDeposit(of) ? parentOf(of) : of
  const deposits = payments.filter((payment) => isDeposit(payment) && parentOf(payment) === root)
  if (root === undefined || root.asked === null || deposits.length === 0) return null
  const byCoin = Map.groupBy([root, ...deposits], ({ coin }) => coin)
  const arrived = [...byCoin.values()].map((same) => {
    const sum = same.reduce((total, { received }) => total.plus(received ?? 0), new Big(0)).toFixed()
    const [one] = same
    return one?.coin === root.coin ? coinAmount(sum) : coinAmount(sum, (one && coinName(one)) ?? undefined)
  })
  return depositSumText(arrived, coinAmount(root.asked, root.coin_symbol ?? root.coin?.toUpperCase()))
}

function latest(instants: readonly (string | null)[]): string | null {
  return instants.reduce((last, each) => (each !== null && (last === null || each > last) ? each : last), null)
}

function coveragePercent({ asked, received }: AdminPayment): number | null {
  if (asked === null || received === null) return null
  const share = coverage(received, asked)
  return share === null ? null : new Big(share).times(100).round(2, Big.roundDown).toNumber()
}

type PaymentLine = ResponseOf<typeof getCryptoPayment>['payments'][number]

/** The payments, each followed by its deposits in more. A deposit whose parent is unknown stands alone. */
export function paymentLines(payments: readonly AdminPayment[]): PaymentLine[] {
  const known = new Set(payments.map((payment) => payment.provider_payment_id))
  const isUnder = (payment: AdminPayment) => payment.parent_payment_id !== null && known.has(payment.parent_payment_id)
  const children = Map.groupBy(payments.filter(isUnder), (payment) => payment.parent_payment_id)
  const placed = new Set<string>()
  const withChildren = (payment: AdminPayment): AdminPayment[] => {
    if (placed.has(payment.provider_payment_id)) return []
    placed.add(payment.provider_payment_id)
    return [payment, ...(children.get(payment.provider_payment_id) ?? []).flatMap(withChildren)]
  }
  const tops = payments.filter((payment) => !isUnder(payment))
  // The remaining ones name each other as parent, which no provider should do.
  return [...tops, ...payments].flatMap(withChildren).map((payment) => ({
    payment_id: payment.provider_payment_id,
    parent_payment_id: payment.parent_payment_id,
    invoice_id: payment.provider_invoice_id,
    status: payment.status,
    raw_status: payment.raw_status,
    coin: payment.coin,
    coin_name: coinName(payment),
    asked: payment.asked,
    received: payment.received,
    coverage: coveragePercent(payment),
    price_amount: payment.price_amount,
    price_currency: payment.price_currency,
    review: reviewOf([payment.review_reason], isDeposit(payment) ? together(payment, payments) : null),
    first_seen_at: payment.first_seen_at,
    notified_at: payment.notified_at,
    read_back_at: payment.read_back_at,
  }))
}
