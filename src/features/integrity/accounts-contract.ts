import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { invalidAccountNumber, invalidId } from '#shared/field-texts.ts'
import { platforms } from '#shared/platforms.ts'
import { count, instant, lasting, maxCharacters, printable, printableLines, verificationLevel } from '#shared/wire.ts'
import { comparedFigures } from './match-figures.ts'

/** The owner of an account, as admins read and decide it. `docs/integrity.md`, the owner of an account. */

const reason = z
  .string('Scrivi il motivo.')
  .check(z.trim(), printableLines, z.minLength(10, 'Almeno 10 caratteri.'), maxCharacters(2000), lasting)
const serverName = z
  .string('Indica il server.')
  .check(z.trim(), printable, z.minLength(1, 'Indica il server.'), maxCharacters(128))
const traderId = z.guid(invalidId)
const platform = z.enum(platforms, 'Indica MT4 o MT5.')
const accountParams = z.object({ account_id: z.guid(invalidId) })

export const getTraderIntegrity = endpoint({
  method: 'GET',
  path: '/api/admin/traders/:trader_id/integrity',
  access: 'admin',
  summary: 'I conti di un trader: livello, collegamento, chiusure, riscontri esterni, chi altro li chiede',
  params: z.object({ trader_id: traderId }),
  response: z.object({
    trader: z.object({
      trader_id: z.string(),
      username: z.string(),
      display_name: z.string(),
      deactivated_at: z.nullable(instant),
      /** The public page of the trader is there. */
      has_profile: z.boolean(),
      /** The Myfxbook page that the trader connected. */
      myfxbook_url: z.nullable(z.string()),
    }),
    /** The strongest hold on any account of the trader: `upheld` once nothing is left to decide. */
    held: z.nullable(z.enum(['open', 'upheld'])),
    /** The level of the bound account. */
    level: verificationLevel,
    /** The bound one first, then the closed ones, newest first. */
    accounts: z.array(
      z.object({
        account_id: z.string(),
        platform,
        server: z.string(),
        login: z.string(),
        currency: z.string(),
        trade_mode: z.enum(['real', 'demo', 'contest']),
        bound_at: instant,
        /** Null while it is bound. */
        closed_at: z.nullable(instant),
        last_receipt_at: instant,
        /** A first snapshot has come. */
        is_synced: z.boolean(),
        level: verificationLevel,
        /** Null where its terminal never said. */
        can_trade: z.nullable(z.boolean()),
        proven_at: z.nullable(instant),
        ledger_length: count,
        waiting_cases: count,
        /** The trader who alone may bind its number now. */
        released_to: z.nullable(z.string()),
        /** The traders who claim it, and since when a terminal that may trade showed their code. */
        claimants: z.array(z.object({ username: z.string(), code_seen_at: z.nullable(instant) })),
      }),
    ),
    /** Newest first, at most 100, of all accounts. */
    matches: z.array(
      z.object({
        match_id: z.string(),
        account_id: z.string(),
        source: z.string(),
        link: z.nullable(z.string()),
        accepted: z.boolean(),
        /** It counts now. */
        in_force: z.boolean(),
        compared: comparedFigures,
        matched_at: instant,
        valid_until: instant,
        revoked_at: z.nullable(instant),
        decided_by: z.nullable(z.string()),
        reason: z.string(),
      }),
    ),
    /** Numbers that other traders had, which this one may bind. */
    released: z.array(z.object({ platform, server: z.string(), login: z.string(), from: z.string() })),
  }),
  errors: ['USER_NOT_FOUND'],
})

export const releaseAccount = endpoint({
  method: 'POST',
  path: '/api/admin/accounts/:account_id/release',
  access: 'admin',
  summary: 'Libera un conto collegato, o chiuso, da un altro utente: solo questo utente può collegarlo, da zero',
  params: accountParams,
  body: z.object({ trader_id: traderId, reason }),
  response: z.object({ success: z.literal(true), message: z.string(), closed_at: z.nullable(instant) }),
  errors: ['NOT_FOUND', 'USER_NOT_FOUND', 'CONFLICT'],
})

export const moveAccountServer = endpoint({
  method: 'POST',
  path: '/api/admin/accounts/:account_id/server',
  access: 'admin',
  summary: 'Il broker ha rinominato il server di un conto collegato',
  params: accountParams,
  body: z.object({ server: serverName, reason }),
  response: z.object({ success: z.literal(true), message: z.string(), server: z.string() }),
  errors: ['NOT_FOUND', 'CONFLICT'],
})

/** Nothing but the number itself leads to what is left of an erased one. */
export const releaseErasedAccount = endpoint({
  method: 'POST',
  path: '/api/admin/accounts/release-erased',
  access: 'admin',
  summary: 'Lascia collegare a un utente il numero di un conto che era di un account eliminato',
  body: z.object({
    platform,
    server: serverName,
    login: z.string('Indica il numero.').check(z.trim(), z.regex(/^\d{1,20}$/, invalidAccountNumber)),
    trader_id: traderId,
    reason,
  }),
  response: z.object({ success: z.literal(true), message: z.string() }),
  errors: ['NOT_FOUND', 'USER_NOT_FOUND'],
})
