import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { invalidId } from '#shared/field-texts.ts'
import {
  count,
  instant,
  integerText,
  pageNumber,
  maxCharacters,
  printable,
  fileQuery,
  listedUntil,
} from '#shared/wire.ts'
import { planTypes, tiers } from './catalogue.ts'
import { maximumExtendedMonths, type ShownStatus } from './rules.ts'

const traderId = z.guid(invalidId)
const subscriptionId = z.guid(invalidId)

export const listPlans = endpoint({
  method: 'GET',
  path: '/api/plans',
  access: 'public',
  summary: 'Listino dei piani',
  response: z.object({
    plans: z.array(
      z.object({
        code: z.string(),
        tier: z.enum(tiers),
        months: count,
        amount_usd: z.number(),
        monthly_equivalent: z.number(),
        discount_percentage: count,
      }),
    ),
  }),
  errors: [],
})

const planState = z.object({ is_active: z.boolean(), expires_at: z.nullable(instant) })

export const subscriptionStatus = z.object({
  diamond: planState,
  /** In force while either plan lasts: Diamond includes Basic. */
  basic_leaderboard: planState,
  access: z.object({ leaderboard: z.boolean(), ea_sync: z.boolean(), showcase: z.boolean() }),
  /** The 10 newest. */
  recent_payments: z.array(
    z.object({
      order_id: z.string(),
      plan: z.string(),
      subscription_type: z.enum(tiers),
      amount_usd: z.number(),
      status: z.string(),
      activated: z.boolean(),
      created_at: instant,
    }),
  ),
})
export type SubscriptionStatus = z.output<typeof subscriptionStatus>

export const getSubscriptionStatus = endpoint({
  method: 'GET',
  path: '/api/user/:trader_id/subscription-status',
  access: { own: 'params.trader_id' },
  summary: 'Stato dei piani di un utente',
  params: z.object({ trader_id: traderId }),
  response: subscriptionStatus,
  errors: ['USER_NOT_FOUND'],
})

export const getDiamondStatus = endpoint({
  method: 'GET',
  path: '/api/diamond/status',
  access: 'user',
  summary: 'Stato del proprio piano Diamond',
  response: z.object({
    is_diamond: z.boolean(),
    diamond_expires: z.nullable(instant),
    /** The running day included; 0 once expired, null when there never was a Diamond plan. */
    days_remaining: z.nullable(count),
    expired: z.boolean(),
  }),
  errors: [],
})

export const assignSubscription = endpoint({
  method: 'POST',
  path: '/api/admin/assign-subscription',
  access: 'admin',
  summary: 'Assegna giorni di un piano a un utente. Idempotency-Key: la stessa chiave assegna una volta sola',
  body: z.object({
    trader_id: traderId,
    /** basic or diamond. The service checks it, since its refusals have texts of their own. */
    type: z.optional(z.unknown()),
    /** Whole days, 1 to 3650. */
    duration_days: z.optional(z.unknown()),
    /** The displayed end of this type's running plan, null without one. 409 when it has changed. */
    seen_end_date: z.optional(z.nullable(z.iso.datetime('La scadenza che hai visto non è un istante valido.'))),
  }),
  response: z.object({ message: z.string(), new_end_date: instant }),
  errors: [
    'USER_NOT_FOUND',
    'USER_DEACTIVATED',
    'SUBSCRIPTION_CHANGED',
    'SUBSCRIPTION_TYPE_INVALID',
    'SUBSCRIPTION_DURATION_INVALID',
    'IDEMPOTENCY_KEY_REUSED',
  ],
})

export const extendSubscription = endpoint({
  method: 'POST',
  path: '/api/admin/payments/extend/:id',
  access: 'admin',
  summary: 'Estende un abbonamento di mesi di calendario. Idempotency-Key: la stessa chiave estende una volta sola',
  params: z.object({ id: subscriptionId }),
  body: z.object({
    months: z
      .int('I mesi devono essere un numero intero.')
      .check(z.gte(1, 'Almeno 1 mese.'), z.lte(maximumExtendedMonths, `Al massimo ${maximumExtendedMonths} mesi.`)),
    /** The displayed end. 409 when it has changed. */
    seen_end_date: z.optional(z.iso.datetime('La scadenza che hai visto non è un istante valido.')),
  }),
  response: z.object({ message: z.string(), new_end_date: instant }),
  errors: [
    'SUBSCRIPTION_NOT_FOUND',
    'SUBSCRIPTION_CHANGED',
    'USER_DEACTIVATED',
    'SUBSCRIPTION_DURATION_INVALID',
    'IDEMPOTENCY_KEY_REUSED',
  ],
})

export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/api/admin/payments/cancel/:subscription_id',
  access: 'admin',
  summary: 'Termina subito un abbonamento',
  params: z.object({ subscription_id: subscriptionId }),
  response: z.object({ message: z.string(), subscription_id: z.string(), end_date: instant }),
  errors: ['SUBSCRIPTION_NOT_FOUND', 'SUBSCRIPTION_ENDED', 'IDEMPOTENCY_KEY_REUSED'],
})

export const cancelAllSubscriptions = endpoint({
  method: 'POST',
  path: '/api/admin/cancel-all-subscriptions',
  access: 'admin',
  summary: 'Annulla subito ogni abbonamento di un utente',
  body: z.object({ trader_id: traderId }),
  response: z.object({
    username: z.string(),
    /** The number of plans that ended now. */
    cancelled: count,
  }),
  errors: ['USER_NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED'],
})

const subscriptionRow = z.object({
  subscription_id: z.string(),
  status: z.enum(['active', 'expired', 'cancelled']),
  subscription_type: z.enum(tiers),
  plan_type: z.enum(planTypes),
  end_date: instant,
  /** The running day included; 0 or below when past. */
  days_remaining: count,
  trader_id: z.string(),
  trader_username: z.string(),
  trader_display_name: z.string(),
  trader_email: z.string(),
  /** The user is deactivated: the time passes unused. */
  trader_deactivated: z.boolean(),
  created_at: instant,
})

/** active: running. ending: running, with at most seven days left. ended: expired or cancelled. */
export const subscriptionFilters = ['all', 'ending', 'active', 'ended'] as const
export type SubscriptionFilter = (typeof subscriptionFilters)[number]
const shownStatuses = ['active', 'expired', 'cancelled'] as const satisfies readonly ShownStatus[]
/** created_at: when the trader first had this plan. */
export const subscriptionSorts = ['created_at', 'end_date', 'username'] as const
export type SubscriptionSort = (typeof subscriptionSorts)[number]

/** Filters of the list and its file. */
const listFilters = {
  filter: z.optional(z.enum(subscriptionFilters)),
  status: z.optional(z.enum(shownStatuses)),
  tier: z.optional(z.enum(tiers)),
  plan_type: z.optional(z.enum(planTypes)),
  /** Part of a username, display name or e-mail. */
  q: z.optional(z.string().check(z.trim(), maxCharacters(100), printable)),
}

/** The order of the list and of its file. */
const listOrder = {
  sort_by: z.optional(z.enum(subscriptionSorts)),
  order: z.optional(z.enum(['asc', 'desc'])),
}

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/api/admin/payments/subscriptions',
  aliases: [{ method: 'GET', path: '/api/admin/all-subscriptions' }],
  access: 'admin',
  summary: 'Abbonamenti, il più recente per primo; quelli in scadenza, il primo a finire per primo',
  query: z.object({
    ...listFilters,
    until: listedUntil,
    ...listOrder,
    /** 100 where absent. */
    limit: z.optional(integerText(1, 500)),
    /** From 1; instead of a cursor. */
    page: z.optional(pageNumber(10_000)),
    cursor: z.optional(z.string().check(z.maxLength(1000))),
  }),
  response: z.object({
    subscriptions: z.array(subscriptionRow),
    total: count,
    next_cursor: z.nullable(z.string()),
    /** The moment of the reading. */
    at: instant,
  }),
  errors: [],
})

export const exportSubscriptions = endpoint({
  method: 'GET',
  path: '/api/admin/payments/subscriptions.csv',
  access: 'admin',
  summary: 'Gli abbonamenti di questi filtri in CSV, nell’ordine dell’elenco',
  query: z.object({ ...listFilters, ...listOrder, ...fileQuery }),
  // A file of any length, sent as it is read.
  response: z.unknown(),
  errors: [],
})
