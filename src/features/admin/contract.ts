import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { invalidId } from '#shared/field-texts.ts'
import { count, idCursor, instant, integerText, pageNumber, printable, listedUntil } from '#shared/wire.ts'

export const traderParams = z.object({ trader_id: z.guid(invalidId) })

/** A user as admins see them. The investor password is masked: the value never leaves, only whether there is one. */
export const adminUser = z.object({
  trader_id: z.string(),
  user_sequential_id: z.nullable(count),
  username: z.string(),
  display_name: z.string(),
  email: z.string(),
  country: z.string(),
  is_admin: z.boolean(),
  is_diamond: z.boolean(),
  has_ea_token: z.boolean(),
  broker_server: z.string(),
  account_number: z.string(),
  /** The account named at registration, where the terminal that synced was another one. */
  replaced_account: z.nullable(z.object({ server: z.string(), number: z.string() })),
  investor_password: z.nullable(z.string()),
  diamond_expires: z.nullable(instant),
  leaderboard_expires: z.nullable(instant),
  created_at: instant,
  deactivated_at: z.nullable(instant),
  /** `awaited`: nothing of the trader is public until the link of the mail is used; `unasked`: registered while no mail was set up. */
  email_proof: z.enum(['unasked', 'awaited', 'proven']),
  /** The public page of the trader is there. */
  has_profile: z.boolean(),
  /** The level of the bound account; null without one. */
  verification_level: z.nullable(z.enum(['L0', 'L1', 'L2', 'L3'])),
})

export const userFilter = {
  /** Part of a username, display name or e-mail; or a whole trader_id or account number. */
  q: z.optional(z.string().check(printable, z.maxLength(100))),
  /** The plan in force; `expired` where one has ended, `free` where there never was one. */
  plan: z.optional(z.enum(['diamond', 'basic', 'free', 'expired'])),
  /** `active`: not deactivated. */
  state: z.optional(z.enum(['active', 'deactivated', 'admin'])),
  /** `verified`: the terminal of the bound account has sent a first snapshot. */
  ea: z.optional(z.enum(['verified', 'unverified'])),
}

/** The order of the list and of its file. */
export const userOrder = {
  order: z.optional(z.enum(['asc', 'desc'])),
  /** `created_at` by default, descending; another column ascending. Equal rows follow their id. Missing values come last. */
  sort_by: z.optional(z.enum(['created_at', 'number', 'username', 'email', 'plan_end'])),
}

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  summary: 'Utenti, il più recente per primo',
  query: z.object({
    limit: z.optional(integerText(1, 200)),
    /** By registration, the newest first; without `page`, `sort_by` and `order`. */
    cursor: idCursor,
    /** From 1. */
    page: z.optional(pageNumber(10_000)),
    ...userOrder,
    until: listedUntil,
    ...userFilter,
  }),
  response: z.object({
    users: z.array(adminUser),
    /** Matching users on all pages. */
    total: count,
    /** Null on the last page, and where pages are counted. */
    next_cursor: z.nullable(z.string()),
    /** The moment of the reading. */
    at: instant,
    stats: z.object({
      total_users: count,
      diamond_users: count,
      /** Traders whose bound terminal has sent a first snapshot. */
      ea_verified_count: count,
      /** Users with a running plan and a bound terminal. */
      total_traders: count,
    }),
  }),
  errors: [],
})

export const deactivateUser = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:trader_id',
  access: 'admin',
  summary: 'Disattiva un utente: chiude le sessioni, annulla il token EA, toglie dalla classifica; i dati restano',
  params: traderParams,
  response: z.object({ message: z.string(), trader_id: z.string(), username: z.string(), deactivated_at: instant }),
  errors: ['USER_NOT_FOUND', 'ADMIN_PROTECTED'],
})

export const restoreUser = endpoint({
  method: 'POST',
  path: '/api/admin/users/:trader_id/restore',
  access: 'admin',
  summary: 'Riattiva un utente disattivato',
  params: traderParams,
  response: z.object({ message: z.string(), trader_id: z.string(), username: z.string() }),
  errors: ['USER_NOT_FOUND'],
})

export const confirmUserEmail = endpoint({
  method: 'POST',
  path: '/api/admin/users/:trader_id/confirm-email',
  access: 'admin',
  summary: 'Conferma a mano l’email di un utente: ciò che è suo diventa pubblico',
  params: traderParams,
  response: z.object({ message: z.string(), trader_id: z.string(), username: z.string() }),
  errors: ['USER_NOT_FOUND'],
})

export const listOutbox = endpoint({
  method: 'GET',
  path: '/api/admin/outbox',
  access: 'admin',
  summary: 'Messaggi che non sono ancora partiti, il più recente per primo',
  query: z.object({
    /** 20 by default. */
    limit: z.optional(integerText(1, 100)),
    cursor: idCursor,
  }),
  response: z.object({
    messages: z.array(
      z.object({
        message_id: z.string(),
        /** An alert goes to every active admin. */
        kind: z.enum(['mail', 'admin_alert']),
        /** Set for a mail alone. */
        recipient: z.nullable(z.string()),
        subject: z.string(),
        /** Plain text. */
        body: z.string(),
        created_at: instant,
        /** Failed attempts. */
        attempts: count,
        last_error: z.nullable(z.string()),
      }),
    ),
    total: count,
    next_cursor: z.nullable(z.string()),
    /** False without a mail server: messages are read here only. */
    sends: z.boolean(),
  }),
  errors: [],
})
