import * as z from 'zod/mini'
import { invalidShowcaseId } from './texts.ts'
import { traderFilters } from '#features/leaderboard/contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { count, instant, integerText, percent } from '#shared/wire.ts'
import { kpi, owner, performance, verified } from './figures.ts'
import { fields, isGroup, type Field, type Group, type ShowcaseContent } from './rules/fields.ts'
import { showcaseStatuses } from './rules/moves.ts'
import { isNullable } from './rules/shape.ts'

export const showcaseSorts = ['roi_30', 'rank', 'win_rate', 'trades', 'newest', 'views'] as const

const url = z.nullable(z.string())

/** The schema of the content, made from `rules/fields.ts`. */
const contentShape = Object.fromEntries(
  Object.entries(fields).map(([name, node]) => [name, schemaOf(node)]),
) as unknown as { [Part in keyof ShowcaseContent]: z.ZodMiniType<ShowcaseContent[Part]> }
export const showcaseContent = z.object(contentShape)

function schemaOf(node: Field | Group): z.ZodMiniType {
  if (isGroup(node)) {
    return z.object(Object.fromEntries(Object.entries(node).map(([name, field]) => [name, schemaOf(field)])))
  }
  if (node.kind === 'list') return z.array(schemaOf(node.item))
  if (node.kind === 'rows') return z.array(schemaOf(node.fields))
  if (node.kind === 'choice') return z.enum(Object.keys(node.options))
  return isNullable(node) ? url : z.string()
}

export const showcaseCard = z.object({
  showcase_id: z.string(),
  /** The subtitle. */
  title: z.string(),
  description: z.string(),
  /** The bio of the account. */
  bio_short: z.nullable(z.string()),
  avatar_url: url,
  banner_url: url,
  ...owner,
  services: z.array(z.string()),
  kpi,
  performance,
  views_count: count,
  published_at: instant,
  updated_at: instant,
})
export type ShowcaseCard = z.output<typeof showcaseCard>

/** `cursor` continues from an answer's `next_cursor`. Highest first, but `rank` lowest first; unknown figures last; ties by rank, then age. */
export const showcasesQuery = z.object({
  ...traderFilters,
  sort_by: z.optional(z.enum(showcaseSorts)),
  limit: z.optional(integerText(1, 100)),
  cursor: z.optional(z.string().check(z.maxLength(400))),
})

export const listShowcases = endpoint({
  method: 'GET',
  path: '/api/showcases',
  access: 'public',
  summary: 'Vetrine pubbliche dei trader con Diamond attivo',
  query: showcasesQuery,
  response: z.object({
    showcases: z.array(showcaseCard),
    total: count,
    next_cursor: z.nullable(z.string()),
    generated_at: instant,
  }),
  errors: [],
})

const showcase = z.object({
  ...showcaseCard.shape,
  status: z.enum(showcaseStatuses),
  published_at: z.nullable(instant),
  created_at: instant,
  bio_extended: z.nullable(z.string()),
  clicks_count: count,
  ...contentShape,
  /** Data that the owner cannot edit: origin of the figures, and risk beside return. */
  verified: z.nullable(verified),
  /** The preview of the owner or an admin, with pending changes. */
  owner_preview: z.boolean(),
  pending_changes: z.nullable(z.unknown()),
  has_myfxbook: z.boolean(),
  myfxbook_url: url,
  /** A person of the site compared this page, and the match is in force. */
  myfxbook_matched: z.boolean(),
})
export type Showcase = z.output<typeof showcase>

const showcaseId = z.object({ showcase_id: z.guid(invalidShowcaseId) })

/** An id of any form: one that no showcase can have is the id of none. */
export const anyShowcaseId = z.pipe(z.string(), z.catch(z.guid(), '00000000-0000-0000-0000-000000000000'))

export const getShowcase = endpoint({
  method: 'GET',
  path: '/api/showcases/:showcase_id',
  access: 'optional',
  summary: 'Una vetrina pubblica; il proprietario e gli amministratori vedono anche le modifiche in attesa',
  params: z.object({ showcase_id: anyShowcaseId }),
  query: z.object({
    /** Host or place that the visitor came from, for the owner's figures. */
    source: z.optional(z.string().check(z.maxLength(253))),
  }),
  response: showcase,
  errors: ['SHOWCASE_NOT_FOUND'],
})

/** Room for all texts of a showcase at their longest. */
const contentBodyLimit = 32 * 1024

/** The body of a save. `rules/content.ts` checks bounds and addresses, more strictly for a submission than for a draft. */
const showcaseBody = z.object({
  profile: z.optional(z.unknown()),
  links: z.optional(z.unknown()),
  content: z.optional(z.unknown()),
  cta_buttons: z.optional(z.unknown()),
  testimonials: z.optional(z.unknown()),
  /** False saves a private draft. */
  submit: z._default(z.boolean(), true),
  /** The version that the change was made on; another one in the meantime is 409. */
  version: z.optional(z.int()),
})

export const showcaseClaim = z.object({
  /** Path of the text: `profile.description`, `testimonials.0.content`. */
  field: z.string(),
  kind: z.enum(['promise', 'number']),
  words: z.string(),
  about: z.nullable(z.enum(['roi', 'win_rate', 'max_drawdown', 'trades'])),
  claimed: z.nullable(z.number()),
  verified: z.nullable(z.number()),
})
export type ShowcaseClaim = z.output<typeof showcaseClaim>

const saved = z.object({
  message: z.string(),
  showcase_id: z.string(),
  status: z.enum(showcaseStatuses),
  version: count,
  /** Promises and numbers that the register does not confirm. */
  claims: z.array(showcaseClaim),
})

export const createShowcase = endpoint({
  method: 'POST',
  path: '/api/showcases/create',
  access: 'user',
  summary: 'Crea la propria vetrina e la invia in moderazione, o ne salva la bozza',
  body: showcaseBody,
  bodyLimit: contentBodyLimit,
  response: saved,
  status: 201,
  errors: ['DIAMOND_REQUIRED', 'ACCOUNT_NOT_BOUND', 'SHOWCASE_EXISTS'],
})

export const updateShowcase = endpoint({
  method: 'PUT',
  path: '/api/showcase/:showcase_id',
  aliases: [{ method: 'PUT', path: '/api/showcases/:showcase_id' }],
  access: 'user',
  summary: 'Cambia la propria vetrina',
  params: showcaseId,
  body: showcaseBody,
  bodyLimit: contentBodyLimit,
  response: saved,
  errors: ['DIAMOND_REQUIRED', 'FORBIDDEN', 'SHOWCASE_NOT_FOUND', 'SHOWCASE_CHANGED'],
})

export const deleteShowcase = endpoint({
  method: 'DELETE',
  path: '/api/showcases/:showcase_id',
  access: 'user',
  summary: 'Elimina la propria vetrina con i suoi file; un amministratore, quella di chiunque',
  params: showcaseId,
  response: z.object({ message: z.string() }),
  errors: ['FORBIDDEN', 'SECOND_FACTOR_REQUIRED', 'SHOWCASE_NOT_FOUND'],
})

/** Checks texts without saving them. The owner sees the result before submitting. */
export const checkClaims = endpoint({
  method: 'POST',
  path: '/api/my-showcase/claims',
  access: 'user',
  summary: 'Promesse e numeri dei testi che il registro non conferma',
  body: showcaseBody,
  bodyLimit: contentBodyLimit,
  response: z.object({ claims: z.array(showcaseClaim) }),
  errors: [],
})

export const getMyShowcase = endpoint({
  method: 'GET',
  path: '/api/my-showcase',
  access: 'user',
  summary: 'La propria vetrina, con i messaggi della moderazione',
  response: z.object({
    error: z.nullable(z.string()),
    message: z.nullable(z.string()),
    has_connected_account: z.boolean(),
    /** Whether the site sends mail: a moderator's answer then arrives by mail too. */
    sends_mail: z.boolean(),
    is_diamond: z.boolean(),
    /** The e-mail waits for its proof: nothing of the trader is public. */
    email_awaited: z.boolean(),
    is_admin: z.boolean(),
    has_access: z.boolean(),
    trader_info: z.object({
      trader_id: z.string(),
      username: z.string(),
      display_name: z.string(),
      bio: z.nullable(z.string()),
      myfxbook_url: url,
    }),
    kpi: z.object({
      /** Over 90 days, as on the showcase. */
      roi_percentage: percent,
      roi_30_days: percent,
      drawdown_percentage: percent,
      win_rate: percent,
      total_trades: z.nullable(count),
      current_rank: z.nullable(count),
    }),
    /** The own showcase with the latest version's content, which the editor opens. */
    showcase: z.nullable(
      z.object({
        ...showcase.shape,
        version: count,
        submitted_version: z.nullable(count),
        published_version: z.nullable(count),
        /** Everybody can open it now. */
        is_public: z.boolean(),
        /** A private draft is newer than the submitted version. */
        has_draft: z.boolean(),
      }),
    ),
    owner_preview: z.boolean(),
    /** Newest first. */
    moderation_messages: z.array(
      z.object({ created_at: instant, message: z.string(), event: z.enum(['request_changes', 'reject']) }),
    ),
    diamond_status: z.object({ expired: z.boolean(), expired_date: z.nullable(instant) }),
    can_create_showcase: z.boolean(),
    can_edit_showcase: z.boolean(),
  }),
  errors: [],
})

/** Answers by the same rule as `getMyShowcase`, for the own id only. Our pages do not call it. */
export const testShowcase = endpoint({
  method: 'GET',
  path: '/api/test-showcase/:trader_id',
  access: { own: 'params.trader_id' },
  summary: 'Se la propria vetrina è accessibile: should_have_access YES o NO',
  params: z.object({ trader_id: z.guid('L’identificativo del trader non è valido.') }),
  response: z.object({ should_have_access: z.enum(['YES', 'NO']) }),
  errors: [],
})
