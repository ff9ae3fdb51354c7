import { decimalOf } from '../../../decimal.ts'
import { providerStatuses, type ProviderPayment, type ProviderStatus } from '../../../provider.ts'

/** Marks a parent that the provider names illegibly: such a payment is no root. */
const unreadableParent = 'unreadable'
/** Values of `origin_type` that make a payment a child, whether or not it names its parent. */
const childOrigins = /^(?:repeated|wrong_?asset)$/i

/** The valid instants reach from Bitcoin's first block far into the future. Any other instant counts as none. */
const firstInstant = Date.UTC(2009, 0, 3)
const lastInstant = Date.UTC(2100, 0, 1)

/**
 * Reads a notification's body, an answer about one payment or an entry of a list. The three differ in types: ids and amounts come
 * as numbers or as texts. A missing value comes as null, `"null"`, 0 or an empty text.
 * @returns null where it names no payment. An id beyond 2^53 that came as a number counts as none, since JSON.parse has changed it
 */
export function paymentOf(value: unknown): ProviderPayment | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const body = value as Record<string, unknown>
  const id = idOf(body['payment_id'])
  if (id === null) return null
  const rawStatus = textOf(body['payment_status'], 60) ?? ''
  const amount = decimalOf(body['price_amount'])
  const currency = textOf(body['price_currency'], 20)?.toLowerCase()
  return {
    providerPaymentId: id,
    providerInvoiceId: idOf(body['invoice_id']),
    parentPaymentId: parentOf(body),
    orderId: textOf(body['order_id'], 200),
    status: statusOf(rawStatus),
    rawStatus,
    price: amount === null || currency === undefined ? null : { amount, currency },
    asked: decimalOf(body['pay_amount']),
    received: decimalOf(body['actually_paid']),
    coin: textOf(body['pay_currency'], 20)?.toLowerCase() ?? '',
    updatedAt: instantOf(body['updated_at']),
    ...childrenOf(body['payment_extra_ids']),
    raw: value,
  }
}

/** Digits as text, without leading zeros; null where the value is no id. */
export function idOf(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : null
  if (typeof value !== 'string' || !/^\s*\d{1,30}\s*$/.test(value)) return null
  const digits = value.trim().replace(/^0+/, '')
  return digits === '' ? null : digits
}

/** Undocumented words become `unknown`: they change nothing by themselves, and admins see them. `cancelled` is one of them. */
function statusOf(raw: string): ProviderStatus {
  const word = raw.toLowerCase()
  return providerStatuses.find((status) => status === word) ?? 'unknown'
}

function parentOf(body: Record<string, unknown>): string | null {
  const value = body['parent_payment_id']
  const id = idOf(value)
  if (id !== null) return id
  const isText = typeof value === 'string'
  const nothing = isText ? /^(?:0*|null)$/i.test(value.trim()) : value === undefined || value === null || value === 0
  if (!nothing) return unreadableParent
  return childOrigins.test(textOf(body['origin_type'], 40) ?? '') ? unreadableParent : null
}

/** The most children of a payment that are read: more deposits to one address than a person makes. */
const mostChildren = 100

function childrenOf(value: unknown): { childIds?: string[] } {
  const ids = (Array.isArray(value) ? value : []).map(idOf).filter((id) => id !== null)
  return ids.length === 0 ? {} : { childIds: ids.slice(0, mostChildren) }
}

/** A text that PostgreSQL can hold, or a number as text; null for nothing. */
function textOf(value: unknown, longest: number): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, longest)
    .toWellFormed()
  return text === '' || text === 'null' ? null : text
}

/** Milliseconds since 1970 in notifications, ISO text in answers. */
function instantOf(value: unknown): Date | null {
  const milliseconds = typeof value === 'string' ? Date.parse(value) : value
  if (typeof milliseconds !== 'number') return null
  return milliseconds >= firstInstant && milliseconds < lastInstant ? new Date(milliseconds) : null
}
