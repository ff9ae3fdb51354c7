import * as z from 'zod/mini'
import { plans, tiers, type PlanCode } from '#features/subscriptions/catalogue.ts'
import { listSubscriptions } from '#features/subscriptions/contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import {
  count,
  instant,
  integerText,
  pageNumber,
  maxCharacters,
  printable,
  printableLines,
  queryDay,
  fileQuery,
  listedUntil,
} from '#shared/wire.ts'
import { paymentStatuses } from './contract.ts'
import { providerStatuses } from './provider.ts'
import { longestNote, noteMissing } from './review-note.ts'

/** completed: finished or confirmed. to_reconcile: in progress, neither activated nor reconciled. pending: the rest. */
export const paymentClasses = ['completed', 'to_reconcile', 'pending'] as const
export type PaymentClass = (typeof paymentClasses)[number]

export const paymentFilters = ['all', 'to_reconcile', 'review', 'orphans', 'hidden'] as const
export type PaymentFilter = (typeof paymentFilters)[number]

/** amount: the price. status: from waiting to closed, in the order of `paymentStatuses`. */
export const paymentSorts = ['created_at', 'amount', 'status', 'username'] as const
export type PaymentSort = (typeof paymentSorts)[number]
/** The last page that a list has by number. */
const lastListPage = 10_000

/** The reason for a review; null where there is none. */
const reason = z.nullable(z.object({ code: z.string(), text: z.string() }))

/** An order as admins see it. With an `order_id` that is not ours: the payments under it. */
const cryptoPayment = z.object({
  order_id: z.string(),
  /** False: the provider has a payment under this order id, and the id is not ours. */
  is_known: z.boolean(),
  payment_id: z.nullable(z.string()),
  invoice_url: z.nullable(z.string()),
  status: z.enum(paymentStatuses),
  /** The provider's own status of the furthest payment; null before one is known. */
  raw_status: z.nullable(z.string()),
  class: z.enum(paymentClasses),
  activated: z.boolean(),
  subscription_activated: z.boolean(),
  /** Null: an orphan. */
  user_id: z.nullable(z.string()),
  /** The user is erased (`user_id` null) or deactivated. */
  user_gone: z.boolean(),
  user_email: z.nullable(z.string()),
  username: z.nullable(z.string()),
  is_orphan: z.boolean(),
  plan: z.nullable(z.string()),
  subscription_type: z.nullable(z.enum(tiers)),
  amount_usd: z.nullable(z.number()),
  amount: z.nullable(z.number()),
  price: z.nullable(z.number()),
  /** US dollars that arrived: all payments of the order that are no children, each by its own price in dollars. */
  amount_paid: z.number(),
  /** US dollars that the payment which activated the order brought beyond the price. */
  amount_surplus: z.number(),
  coin: z.nullable(z.string()),
  /** `USDT, Tron (TRC20)`; the ticker in capitals where the provider does not offer it. */
  coin_name: z.nullable(z.string()),
  asked: z.nullable(z.string()),
  received: z.nullable(z.string()),
  /** Received percent of the amount asked; null before a payment is known. */
  coverage: z.nullable(z.number()),
  review: reason,
  /** The review mark: it changes as soon as a reason arises or goes, or money comes. Null where there is nothing to review. */
  review_mark: z.nullable(z.string()),
  /** The last review; `holds`: nothing came since. */
  reviewed: z.nullable(z.object({ at: instant, by: z.nullable(z.string()), note: z.string(), holds: z.boolean() })),
  reconciled_at: z.nullable(instant),
  created_at: instant,
  activated_at: z.nullable(instant),
  deleted_at: z.nullable(instant),
  last_notification_at: z.nullable(instant),
  last_checked_at: z.nullable(instant),
  last_check_result: z.nullable(z.string()),
})
export type CryptoPayment = z.output<typeof cryptoPayment>

const statistics = z.object({
  total_payments: count,
  completed_payments: count,
  /** US dollars: prices of activated orders. Time that admins gave is no revenue. */
  total_revenue: z.number(),
  /** US dollars of activated orders whose payment the provider has refunded since; not in the revenue. */
  total_refunded: z.number(),
  to_reconcile: count,
  review: count,
  orphans: count,
})

/** A fact that admins must know about the provider, with its sentence. */
const notice = z.object({ code: z.string(), tone: z.enum(['danger', 'warn', 'info']), text: z.string() })

/** An order id of ours, or the text that the provider has as one. */
const listedId = z.string().check(maxCharacters(200), printable)
const listedRow = z.object({ order_id: listedId })
/** The answer to an action on one row. */
const done = z.object({ message: z.string(), order_id: z.string() })

const search = z.optional(z.string().check(z.trim(), maxCharacters(100), printable))

export const getPaymentsDashboard = endpoint({
  method: 'GET',
  path: '/api/admin/payments/dashboard',
  access: 'admin',
  summary: 'Abbonamenti, primi 20 pagamenti e statistiche',
  response: z.object({
    subscriptions: listSubscriptions.response.shape.subscriptions,
    cryptoPayments: z.array(cryptoPayment),
    cryptoStatistics: statistics,
    /** Refused signatures, a provider that does not answer, reconciling by invoice switched off. */
    notices: z.array(notice),
  }),
  errors: [],
})

const codes = plans.map((plan) => plan.code) as [PlanCode, ...PlanCode[]]
/** Filters of the list and its file. */
const listFilters = {
  /** Order id, payment id, invoice id, e-mail or username, or a part of them. */
  q: search,
  filter: z.optional(z.enum(paymentFilters)),
  class: z.optional(z.enum(paymentClasses)),
  status: z.optional(z.enum(paymentStatuses)),
  plan: z.optional(z.enum(codes)),
  /** Opened on these UTC days, both included. */
  from: queryDay,
  to: queryDay,
}

/** The order of the list and of its file: the newest first where absent. */
const listOrder = {
  sort_by: z.optional(z.enum(paymentSorts)),
  order: z.optional(z.enum(['asc', 'desc'])),
}

export const listCryptoPayments = endpoint({
  method: 'GET',
  path: '/api/admin/crypto-payments',
  access: 'admin',
  summary: 'Pagamenti crypto, il più recente per primo',
  query: z.object({
    ...listFilters,
    until: listedUntil,
    ...listOrder,
    /** 20 where absent. */
    limit: z.optional(integerText(1, 100)),
    /** The page's number, from 1, instead of a cursor. */
    page: z.optional(pageNumber(lastListPage)),
    cursor: z.optional(z.string().check(z.maxLength(1000))),
  }),
  response: z.object({
    payments: z.array(cryptoPayment),
    total: count,
    next_cursor: z.nullable(z.string()),
    /** The moment of the reading. */
    at: instant,
  }),
  errors: [],
})

export const exportCryptoPayments = endpoint({
  method: 'GET',
  path: '/api/admin/crypto-payments.csv',
  access: 'admin',
  summary: 'I pagamenti crypto di questi filtri in CSV, nell’ordine dell’elenco',
  query: z.object({ ...listFilters, ...listOrder, ...fileQuery }),
  // A file of any length, sent as it is read.
  response: z.unknown(),
  errors: [],
})

const providerPayment = z.object({
  payment_id: z.string(),
  /** Indented under it: a repeated or wrong-asset deposit. */
  parent_payment_id: z.nullable(z.string()),
  invoice_id: z.nullable(z.string()),
  status: z.enum(providerStatuses),
  raw_status: z.string(),
  coin: z.nullable(z.string()),
  coin_name: z.nullable(z.string()),
  asked: z.nullable(z.string()),
  received: z.nullable(z.string()),
  coverage: z.nullable(z.number()),
  price_amount: z.nullable(z.string()),
  price_currency: z.nullable(z.string()),
  review: reason,
  first_seen_at: instant,
  notified_at: z.nullable(instant),
  read_back_at: z.nullable(instant),
})

export const getCryptoPayment = endpoint({
  method: 'GET',
  path: '/api/admin/crypto-payments/:order_id',
  access: 'admin',
  summary: 'Un ordine con ogni pagamento, notifica e riga del registro',
  params: listedRow,
  response: z.object({
    payment: cryptoPayment,
    payments: z.array(providerPayment),
    invoices: z.array(
      z.object({ invoice_id: z.string(), invoice_url: z.string(), coin: z.nullable(z.string()), created_at: instant }),
    ),
    /** The 50 newest, oldest first. */
    notifications: z.array(
      z.object({
        received_at: instant,
        payment_id: z.nullable(z.string()),
        raw_status: z.nullable(z.string()),
        outcome: z.nullable(z.string()),
      }),
    ),
    /** The order's lines in the ledger. */
    period: z.nullable(z.object({ from: instant, until: instant })),
    next_check_at: z.nullable(instant),
  }),
  errors: ['ORDER_NOT_FOUND'],
})

export const deleteCryptoPayment = endpoint({
  method: 'DELETE',
  path: '/api/admin/crypto-payments/:order_id/delete',
  access: 'admin',
  summary: 'Nasconde un ordine che non ha attivato nulla; denaro che arrivasse dopo lo mostra di nuovo',
  params: listedRow,
  response: done,
  errors: ['ORDER_NOT_FOUND', 'ORDER_ACTIVATED'],
})

export const restoreCryptoPayment = endpoint({
  method: 'POST',
  path: '/api/admin/crypto-payments/:order_id/restore',
  access: 'admin',
  summary: 'Mostra di nuovo un ordine nascosto',
  params: listedRow,
  response: done,
  errors: ['ORDER_NOT_FOUND'],
})

export const acknowledgeCryptoPayment = endpoint({
  method: 'POST',
  path: '/api/admin/crypto-payments/:order_id/acknowledge',
  access: 'admin',
  summary: 'Segna come verificato ciò che una persona ha guardato; motivi o denaro nuovi lo mostrano di nuovo',
  params: listedRow,
  body: z.object({
    /** The admin's note: the finding, and the action taken. */
    note: z
      .string(noteMissing)
      .check(z.trim(), z.minLength(1, noteMissing), maxCharacters(longestNote), printableLines),
    /** The `review_mark` that was shown: 409 where it has changed. */
    seen: z.optional(z.string().check(z.maxLength(64), printable)),
  }),
  response: done,
  errors: ['ORDER_NOT_FOUND', 'CONFLICT'],
})

export const unacknowledgeCryptoPayment = endpoint({
  method: 'DELETE',
  path: '/api/admin/crypto-payments/:order_id/acknowledge',
  access: 'admin',
  summary: 'Annulla «verificato»: è di nuovo da verificare',
  params: listedRow,
  response: done,
  errors: ['ORDER_NOT_FOUND'],
})

export const cleanupOrphaned = endpoint({
  method: 'DELETE',
  path: '/api/admin/payments/cleanup-orphaned',
  access: 'admin',
  summary: 'Conta i record orfani e toglie quelli che non hanno mai visto denaro',
  response: z.object({ orphaned_found: count, orphaned_removed: count }),
  errors: [],
})
