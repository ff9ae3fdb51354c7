import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { passwordMissing, passwordTooLong } from '#shared/field-texts.ts'
import { count, instant, lasting, printable, fileQuery } from '#shared/wire.ts'
import { adminUser, traderParams, userFilter, userOrder } from './contract.ts'
import { reasonError, reasonLength } from './reason.ts'

export const getUser = endpoint({
  method: 'GET',
  path: '/api/admin/users/:trader_id',
  access: 'admin',
  summary: 'Un utente, gli abbonamenti in corso e che cosa si perde eliminandolo',
  params: traderParams,
  response: z.object({
    user: adminUser,
    /** Running ones, the latest end first. */
    subscriptions: z.array(
      z.object({ subscription_id: z.string(), subscription_type: z.enum(['basic', 'diamond']), end_date: instant }),
    ),
    loss: z.object({
      /** Closed trades on every account. */
      trades: count,
      /** Days with a row in the register. */
      ranked_days: count,
      /** Orders that can still be paid, or whose payment is in progress. */
      open_orders: count,
      has_showcase: z.boolean(),
    }),
  }),
  errors: ['USER_NOT_FOUND'],
})

export const revealInvestorPassword = endpoint({
  method: 'POST',
  path: '/api/admin/users/:trader_id/reveal-investor-password',
  access: 'admin',
  summary: 'Mostra la password investitore di un utente; chiede di nuovo la password e un motivo, e resta nel registro',
  params: traderParams,
  body: z.object({
    /** The admin's own. */
    password: z.string(passwordMissing).check(z.minLength(1, passwordMissing), z.maxLength(1024, passwordTooLong)),
    reason: z
      .string(reasonError)
      .check(
        z.trim(),
        printable,
        z.minLength(reasonLength.min, reasonError),
        z.maxLength(reasonLength.max, reasonError),
        lasting,
      ),
  }),
  response: z.object({ username: z.string(), investor_password: z.string() }),
  needsSecondFactor: true,
  errors: ['USER_NOT_FOUND', 'INVESTOR_PASSWORD_MISSING', 'INVESTOR_PASSWORD_UNREADABLE'],
})

export const eraseUser = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/delete-completely/:trader_id',
  access: 'admin',
  summary: 'Elimina un utente e i suoi dati per sempre; i pagamenti restano senza la persona',
  params: traderParams,
  response: z.object({
    username: z.string(),
    email: z.string(),
    total_records_deleted: count,
    deleted_at: instant,
    /** Deleted rows by table, without zeros; empty where a job deletes them within minutes. */
    deletion_summary: z.array(z.object({ collection: z.string(), deleted_count: count })),
    /** False where the account is closed and a job deletes the rest. */
    finished: z.boolean(),
  }),
  needsSecondFactor: true,
  errors: ['USER_NOT_FOUND', 'ADMIN_PROTECTED'],
})

export const numberUsers = endpoint({
  method: 'POST',
  path: '/api/admin/users/migrate-sequential-ids',
  access: 'admin',
  summary: 'Dà un numero a chi non ne ha, in ordine di registrazione; ripetuto non cambia nulla',
  response: z.object({
    /** Users that got a number now. */
    migrated: count,
    /** All users. */
    total: count,
  }),
  errors: [],
})

export const exportUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users.csv',
  access: 'admin',
  summary: 'L’elenco degli utenti in CSV, nel suo ordine; senza password, nemmeno cifrate',
  query: z.object({ ...userFilter, ...userOrder, ...fileQuery }),
  // A file of any length, streamed.
  response: z.unknown(),
  errors: [],
})
