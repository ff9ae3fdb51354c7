import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { invalidId } from '#shared/field-texts.ts'
import { platforms } from '#shared/platforms.ts'
import {
  count,
  idCursor,
  instant,
  integerText,
  pageNumber,
  lasting,
  listedUntil,
  printable,
  printableLines,
  verificationLevel,
} from '#shared/wire.ts'
import { comparedFigures } from './match-figures.ts'

const tooMuch = 'Cifra troppo grande.'
const notShare = 'Una percentuale da 0 a 100.'
const figure = (most: number) => z.number('Scrivi un numero.').check(z.gte(-most, tooMuch), z.lte(most, tooMuch))
/** A text of a person about a case. Line breaks are allowed. */
const statement = z.string().check(z.trim(), printableLines, z.minLength(10), z.maxLength(2000))

/** A finding of an account. */
const tag = z.object({
  code: z.string(),
  rule: z.string(),
  consequence: z.enum(['info', 'warning', 'hold', 'refusal']),
  first_at: instant,
  last_at: instant,
  occurrences: count,
})

const caseStatuses = ['open', 'answered', 'cleared', 'upheld'] as const
const caseStatus = z.enum(caseStatuses)

/** Italian: what was observed, and what the owner can answer or do. */
const ownerTexts = { observed: z.string(), answer: z.string() }

const evidence = {
  /** The findings in figures. */
  evidence: z.record(z.string(), z.unknown()),
  /** Italian names of the keys of the evidence; a key without one is shown as it is. */
  terms: z.record(z.string(), z.string()),
}

const storedCase = z.object({
  case_id: z.string(),
  code: z.string(),
  rule: z.string(),
  /** The account is out of the ranking for it. */
  holds: z.boolean(),
  status: caseStatus,
  opened_at: instant,
  reply_by: instant,
  /** The account's: amounts of the evidence are in it. */
  currency: z.string(),
  ...evidence,
  reply: z.nullable(z.string()),
  replied_at: z.nullable(instant),
  decided_at: z.nullable(instant),
  reason: z.nullable(z.string()),
})
const ownCase = z.extend(storedCase, ownerTexts)

export const getOwnIntegrity = endpoint({
  method: 'GET',
  path: '/api/account/integrity',
  access: 'user',
  summary: 'Livello di verifica, segnalazioni e verifiche del proprio conto',
  response: z.object({
    level: verificationLevel,
    /** Null until a terminal has synced. */
    account: z.nullable(
      z.object({
        account_id: z.string(),
        platform: z.enum(platforms),
        server: z.string(),
        login: z.string(),
        bound_at: instant,
        trade_mode: z.enum(['real', 'demo', 'contest']),
        /** A first snapshot has come: the history is complete. */
        is_synced: z.boolean(),
      }),
    ),
    under_review: z.boolean(),
    /** The strongest hold on any account of the trader: `upheld` once nothing is left to decide. */
    held: z.nullable(z.enum(['open', 'upheld'])),
    tags: z.array(z.extend(tag, ownerTexts)),
    cases: z.array(ownCase),
    ownership: z.object({
      /** The code in force; null where none was requested, it has expired, or ownership is proven. */
      code: z.nullable(z.string()),
      expires_at: z.nullable(instant),
      seen_at: z.nullable(instant),
      proven_at: z.nullable(instant),
      /** False while the terminal is logged in with the investor password: then no order can prove anything. */
      can_trade: z.nullable(z.boolean()),
    }),
    match: z.nullable(
      z.object({ source: z.string(), link: z.nullable(z.string()), matched_at: instant, valid_until: instant }),
    ),
    ledger: z.object({ length: count, head: z.nullable(z.string()), at: z.nullable(instant) }),
    closed_accounts: z.array(
      z.object({ platform: z.enum(platforms), server: z.string(), opened_at: instant, closed_at: instant }),
    ),
  }),
  errors: [],
})

export const replyToCase = endpoint({
  method: 'POST',
  path: '/api/account/integrity/:case_id/reply',
  access: 'user',
  summary: 'Risponde a una verifica del proprio conto',
  params: z.object({ case_id: z.guid(invalidId) }),
  body: z.object({ reply: statement }),
  response: z.object({ success: z.literal(true), message: z.string(), case: ownCase }),
  errors: ['CASE_NOT_FOUND', 'CASE_DECIDED'],
})

export const createOwnershipCode = endpoint({
  method: 'POST',
  path: '/api/account/ownership-code',
  access: 'user',
  summary: 'Codice per provare la titolarità del conto con un ordine pendente',
  response: z.object({ code: z.string(), expires_at: instant, message: z.string() }),
  errors: ['ACCOUNT_NOT_BOUND', 'OWNERSHIP_PROVEN'],
})

export const changeTradingAccount = endpoint({
  method: 'POST',
  path: '/api/account/change-trading-account',
  access: 'user',
  summary: 'Chiude il conto collegato, in pubblico e con le sue cifre finali, e libera il posto per un altro',
  body: z.object({
    password: z.string().check(z.minLength(1), z.maxLength(256)),
    /** The account that the person confirmed. Another one is never closed in its place. */
    account_id: z.guid(invalidId),
  }),
  response: z.object({ success: z.literal(true), message: z.string(), closed_at: instant }),
  errors: ['ACCOUNT_NOT_BOUND', 'ACCOUNT_CHANGED', 'ACCOUNT_HELD'],
})

/** Italian: a short name, and what the rule observed. */
const adminTexts = { name: z.string(), text: z.string(), audience: z.enum(['public', 'owner', 'silent']) }

const adminCase = z.extend(storedCase, {
  ...adminTexts,
  trader_id: z.string(),
  username: z.string(),
  display_name: z.string(),
  /** The public page of the trader is there. */
  has_profile: z.boolean(),
  account_id: z.string(),
  platform: z.enum(platforms),
  server: z.string(),
  login: z.string(),
  level: verificationLevel,
  occurrences: count,
  rule_version: count,
  last_at: instant,
  decided_by: z.nullable(z.string()),
  /** All tags of the account, those of the silent rules too. */
  tags: z.array(z.extend(tag, { ...adminTexts, ...evidence })),
})

const caseOrders = ['opened_at', 'last_at', 'reply_by', 'username'] as const
export type CaseOrder = (typeof caseOrders)[number]

export const listCases = endpoint({
  method: 'GET',
  path: '/api/admin/integrity',
  access: 'admin',
  summary: 'Verifiche dei conti, con le prove',
  query: z.object({
    /** `waiting` (the default): open and answered. */
    status: z.optional(z.enum(['waiting', ...caseStatuses, 'all'])),
    trader_id: z.optional(z.guid()),
    /** One case alone; `status` is ignored. */
    case_id: z.optional(z.guid()),
    code: z.optional(z.string().check(z.regex(/^[a-z_]{1,40}$/))),
    limit: z.optional(integerText(1, 100)),
    /** A place in the order that a status has by itself. Beside `page`, `sort_by` or `order` it is refused. */
    cursor: idCursor,
    page: z.optional(pageNumber(100_000)),
    until: listedUntil,
    /** `opened_at` where absent. */
    sort_by: z.optional(z.enum(caseOrders)),
    /** `asc` where absent: who waits longest comes first. */
    order: z.optional(z.enum(['asc', 'desc'])),
  }),
  response: z.object({
    cases: z.array(adminCase),
    /** That match, on all pages. */
    total: count,
    next_cursor: z.nullable(z.string()),
    /** The moment of the reading. */
    at: instant,
    counts: z.object({ waiting: count, holding: count, answered: count, upheld: count }),
    /** Every finding that opens cases, by its name. */
    findings: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
  errors: [],
})

export const getSilentReport = endpoint({
  method: 'GET',
  path: '/api/admin/integrity/silent',
  access: 'admin',
  summary: 'Segnalazioni silenziose: quanti conti le hanno, e che cosa ne hanno deciso le persone',
  response: z.object({
    /** When the nightly rules checked an account last; null where they never did. */
    checked_at: z.nullable(instant),
    /** Accounts checked in the 24 hours before. */
    accounts: count,
    /** In the order of their names. */
    findings: z.array(
      z.object({
        code: z.string(),
        rule: z.string(),
        name: z.string(),
        /** Accounts that carry the finding now. */
        accounts: count,
        /** Its cases: those nobody has decided, and the decided ones. */
        waiting: count,
        cleared: count,
        upheld: count,
      }),
    ),
  }),
  errors: [],
})

export const decideCase = endpoint({
  method: 'POST',
  path: '/api/admin/integrity/:case_id/decide',
  access: 'admin',
  summary: 'Decide una verifica: tutto a posto, o confermata',
  params: z.object({ case_id: z.guid(invalidId) }),
  body: z.object({
    decision: z.enum(['cleared', 'upheld']),
    reason: statement,
    /** The case's, as it was read: what was found since must be read first. */
    last_at: instant,
    /** Takes an earlier decision back; without it a decided case is refused. */
    revise: z.optional(z.boolean()),
  }),
  response: z.object({ success: z.literal(true), message: z.string(), case: adminCase }),
  errors: ['CASE_NOT_FOUND', 'CASE_DECIDED', 'CASE_CHANGED'],
})

export const recordVerification = endpoint({
  method: 'POST',
  path: '/api/admin/traders/:trader_id/verification',
  access: 'admin',
  summary: 'Registra un riscontro esterno, o lo ritira',
  params: z.object({ trader_id: z.guid(invalidId) }),
  body: z.discriminatedUnion('action', [
    z.object({
      action: z.literal('record'),
      source: z.enum(['myfxbook', 'fxblue', 'mql5', 'investor_login', 'other']),
      link: z.nullable(z.string().check(printable, z.maxLength(300))),
      /** As the source shows them today: balance in account currency, number of closed trades, gain in percent since the source's beginning. */
      balance: figure(1e12),
      closed_trades: z.int('Un numero intero.').check(z.gte(0, 'Non meno di 0.'), z.lte(1e8, tooMuch)),
      gain_percentage: figure(1e9),
      /** Largest fall that the source shows, in percent from 0 to 100. It stands beside ours and decides nothing. */
      drawdown_percentage: z.optional(z.number('Scrivi un numero.').check(z.gte(0, notShare), z.lte(100, notShare))),
      /** Until when the level lasts and the imported history counts; 30 days where left out, never more. */
      valid_until: z.optional(z.iso.datetime()),
      reason: statement,
    }),
    z.object({ action: z.literal('revoke'), reason: statement.check(lasting) }),
  ]),
  response: z.object({
    success: z.literal(true),
    message: z.string(),
    /** False where the figures differ by more than is allowed (R50): nothing counts then, and the account carries a warning. */
    accepted: z.boolean(),
    level: verificationLevel,
    compared: z.nullable(comparedFigures),
  }),
  errors: ['USER_NOT_FOUND', 'ACCOUNT_NOT_BOUND', 'DATA_NOT_VERIFIED', 'MATCH_NOT_FOUND'],
})
