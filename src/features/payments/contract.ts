import * as z from 'zod/mini'
import { tiers } from '#features/subscriptions/catalogue.ts'
import { endpoint } from '#shared/endpoint.ts'
import { invalidId } from '#shared/field-texts.ts'
import { instant, maxCharacters } from '#shared/wire.ts'

/** The status on screens: `confirmed` and `finished` only once the plan is active. */
export const paymentStatuses = [
  'waiting',
  'confirming',
  'partially_paid',
  'confirmed',
  'finished',
  'failed',
  'expired',
] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** A matter that a person looks at or has closed, as far as it changes what a buyer should do. */
export const attentions = ['deposit', 'paid_twice', 'refunded', 'extra_refunded', 'review', 'closed'] as const
export type Attention = (typeof attentions)[number]
const attention = z.nullable(z.enum(attentions))
/** When a person reviewed it; null before, and again as soon as another reason or money comes. */
const reviewedAt = z.nullable(instant)
/** Repeated deposits: the received coins, and US dollars where they are in the order's own coin. */
const deposits = z.array(
  z.object({ code: z.nullable(z.string()), received: z.nullable(z.string()), usd: z.nullable(z.number()) }),
)

/** A coin with the amounts asked and received. Its symbol is that of the list of coins; its code in capitals where the list has it no more. */
const paidCoin = z.nullable(
  z.object({ code: z.string(), symbol: z.string(), asked: z.nullable(z.string()), received: z.nullable(z.string()) }),
)

const orderId = z.string().check(z.regex(/^TT-[0-9A-Z]{26}$/, 'Numero d’ordine non valido: ricontrollalo.'))
const paymentId = z.string().check(z.regex(/^[\w-]{1,64}$/, 'Identificativo di pagamento non valido: ricontrollalo.'))
/** A ticker of the provider. */
const coinCode = z.string().check(z.regex(/^[a-z0-9]{2,20}$/, 'Valuta non valida: scegline un’altra.'))

export const createPayment = endpoint({
  method: 'POST',
  path: '/api/crypto/create-payment',
  access: { own: 'body.user_id' },
  priority: 'first',
  summary: 'Apre una richiesta di pagamento per un piano. Il prezzo viene dal listino, l’email dall’account',
  body: z.object({
    user_id: z.guid(invalidId),
    /** A code of the catalogue. The service checks it: its refusal has a text of its own. */
    plan: z.optional(z.unknown()),
    /** Ignored. The account's own address is used. */
    email: z.optional(z.unknown()),
    /** A ticker of `supported-currencies`; without it the buyer chooses on the provider's page. */
    pay_currency: z.optional(z.nullable(coinCode)),
    /** True: the buyer pays although money for this tier is under way (`PAYMENT_UNDER_WAY`), and buys a further period. */
    pay_again: z.optional(z.nullable(z.boolean('Scrivi true per pagare di nuovo, altrimenti lascia fuori il campo.'))),
  }),
  response: z.object({ invoice_url: z.string(), order_id: z.string(), payment_id: z.string() }),
  status: 201,
  errors: ['PLAN_UNKNOWN', 'COIN_NOT_OFFERED', 'PAYMENT_UNDER_WAY', 'PAYMENT_URL_UNAVAILABLE'],
})

export const getPaymentStatus = endpoint({
  method: 'GET',
  path: '/api/crypto/payment-status/:order_id',
  access: 'user',
  summary: 'Stato di un proprio ordine',
  params: z.object({ order_id: orderId }),
  response: z.object({
    order_id: z.string(),
    /** The provider's payment once known, before that the invoice; null before both. */
    payment_id: z.nullable(z.string()),
    status: z.enum(paymentStatuses),
    activated: z.boolean(),
    plan: z.string(),
    subscription_type: z.enum(tiers),
    amount_usd: z.number(),
    /** US dollars that arrived, by the share of the coins asked; 0 while nothing came. */
    amount_paid: z.number(),
    /** US dollars that the furthest payment lacks, each payment counted alone; 0 once one is covered or the plan is active. */
    amount_missing: z.number(),
    /** US dollars that the active order's payment brought beyond the price. They add no time by themselves. */
    amount_surplus: z.number(),
    deposits,
    /** The coin of the furthest payment; null before a payment is known. */
    coin: paidCoin,
    /** End of the plan that it bought; null before. */
    expires_at: z.nullable(instant),
    /** The page where it can be paid; null where it cannot, and once money was seen. */
    invoice_url: z.nullable(z.string()),
    /** A person reviews it: the buyer has nothing more to do. */
    under_review: z.boolean(),
    /** The reason, also for an active plan. */
    attention,
    reviewed_at: reviewedAt,
    created_at: instant,
    /** The last question to the provider or notification from it. */
    checked_at: z.nullable(instant),
  }),
  errors: ['ORDER_NOT_FOUND'],
})
export type PaymentState = z.output<typeof getPaymentStatus.response>

export const reconcilePayment = endpoint({
  method: 'POST',
  path: '/api/crypto/reconcile-payment',
  access: 'user',
  summary: 'Chiede al fornitore che ne è di un ordine, e ne applica la risposta. Non forza nulla',
  body: z.object({
    payment_id: paymentId,
    order_id: orderId,
    /** Binds an order without its user to this account; for admins alone, ignored otherwise. */
    email: z.optional(z.nullable(z.string().check(maxCharacters(254)))),
  }),
  response: z.object({
    order_id: z.string(),
    status: z.enum(paymentStatuses),
    activated: z.boolean(),
    expires_at: z.nullable(instant),
    message: z.string(),
    /** False: the provider was not asked now. The status is the last known one. */
    checked: z.boolean(),
  }),
  errors: ['FORBIDDEN', 'ORDER_NOT_FOUND', 'PAYMENT_OF_ANOTHER_ORDER', 'USER_NOT_FOUND'],
})

export const listCurrencies = endpoint({
  method: 'GET',
  path: '/api/crypto/supported-currencies',
  access: 'public',
  summary: 'Le valute in cui si può pagare',
  response: z.object({
    /** Tickers in lower case. */
    currencies: z.array(z.string()),
    /** The same coins with their names and minimums, in the order of the offer. */
    coins: z.array(
      z.object({
        code: z.string(),
        /** Tether, Bitcoin. */
        name: z.string(),
        /** USDT, BTC. */
        symbol: z.string(),
        network: z.string(),
        needs_memo: z.boolean(),
        /** US dollars; null where the provider does not say. A plan below it cannot be paid in this coin. */
        minimum_usd: z.nullable(z.number()),
      }),
    ),
  }),
  errors: [],
})

export const getReceipt = endpoint({
  method: 'GET',
  path: '/api/crypto/receipts/:order_id',
  access: 'user',
  summary: 'Ricevuta di un proprio ordine pagato',
  params: z.object({ order_id: orderId }),
  response: z.object({
    order_id: z.string(),
    plan: z.string(),
    subscription_type: z.enum(tiers),
    months: z.int(),
    amount_usd: z.number(),
    paid_at: instant,
    /** The period that the order bought, as the ledger has it. Later plans may have moved it since. */
    period: z.object({ from: instant, until: instant }),
    coin: paidCoin,
    provider: z.string(),
    payment_id: z.nullable(z.string()),
    attention,
    reviewed_at: reviewedAt,
    deposits,
    customer: z.object({ display_name: z.string(), username: z.string(), email: z.string() }),
  }),
  errors: ['ORDER_NOT_FOUND'],
})
export type Receipt = z.output<typeof getReceipt.response>

/** The provider's signed notification, read as raw bytes whatever its content type says. */
export const receiveNotification = endpoint({
  method: 'POST',
  path: '/api/crypto/ipn',
  access: 'public',
  open: 'maintenance',
  priority: 'first',
  summary: 'Notifica firmata del fornitore di pagamenti',
  bodyLimit: 64 * 1024,
  response: z.object({ received: z.literal(true) }),
  errors: ['NOTIFICATION_REFUSED'],
})
