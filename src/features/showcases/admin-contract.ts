import * as z from 'zod/mini'
import { invalidShowcaseId } from './texts.ts'
import { endpoint } from '#shared/endpoint.ts'
import {
  badCursor,
  count,
  instant,
  integerText,
  pageNumber,
  printable,
  printableLines,
  verificationLevel,
  fileQuery,
  listedUntil,
} from '#shared/wire.ts'
import { showcaseClaim, showcaseContent } from './contract.ts'
import { moderatedFilters, showcaseEvents, showcaseStatuses } from './rules/moves.ts'

/** Moderation of showcases. `docs/showcases.md`, moderation. */

const status = z.enum(showcaseStatuses)

const listed = z.object({
  showcase_id: z.string(),
  trader_id: z.string(),
  username: z.string(),
  display_name: z.string(),
  /** Title of the submitted version; null where none was ever submitted, since only the owner reads a private draft. */
  title: z.nullable(z.string()),
  status,
  /** The submitted version, which a decision is about; null where there is none. */
  version: z.nullable(count),
  /** Since when it waits for a decision; null where it does not. */
  waiting_since: z.nullable(instant),
  /** An approved version exists. */
  was_published: z.boolean(),
  /** Everybody can open it now. */
  is_public: z.boolean(),
  /** End of the owner's Diamond plan; null where there never was one. */
  diamond_expires: z.nullable(instant),
  owner_deactivated: z.boolean(),
  /** The owner's e-mail waits for its proof. */
  owner_email_awaited: z.boolean(),
  /** Views of the public page. */
  views_count: count,
  created_at: instant,
  updated_at: instant,
})
export type ModeratedShowcase = z.output<typeof listed>

/** `waiting`: the longest waiting one first, then by the owner's last save, newest first; `status`: as the table of states lists them. */
const moderatedOrders = ['waiting', 'updated_at', 'created_at', 'username', 'title', 'status', 'views'] as const
export type ModeratedOrder = (typeof moderatedOrders)[number]

const moderatedFilter = {
  status: z.optional(z.enum(moderatedFilters)),
  /** Part of a username, display name or title. */
  q: z.optional(z.string().check(printable, z.maxLength(100))),
}

/** The order of the list and of its file. */
const moderatedOrder = {
  /** `waiting` where absent. */
  sort_by: z.optional(z.enum(moderatedOrders)),
  /** `asc` where absent. */
  order: z.optional(z.enum(['asc', 'desc'])),
}

export const listModeratedShowcases = endpoint({
  method: 'GET',
  path: '/api/admin/showcases',
  access: 'admin',
  summary: 'Tutte le vetrine: prima quelle da moderare, da chi attende di più; poi le altre, dall’ultima cambiata',
  query: z.object({
    ...moderatedFilter,
    /** 20 where absent. */
    limit: z.optional(integerText(1, 100)),
    /** Continues the order `waiting`, which is the default. It is refused beside `page`, `sort_by` or `order`. */
    cursor: z.optional(z.string().check(z.regex(/^\d{1,15}:[0-9a-f-]{36}$/, badCursor))),
    page: z.optional(pageNumber(100_000)),
    until: listedUntil,
    ...moderatedOrder,
  }),
  response: z.object({
    showcases: z.array(listed),
    /** Showcases that match, on all pages. */
    total: count,
    next_cursor: z.nullable(z.string()),
    /** The moment of the reading. */
    at: instant,
    /** Showcases with an approved version. */
    published_count: count,
    draft_count: count,
    /** Waiting for a decision. */
    review_count: count,
    /** Number of showcases of each filter, without regard to the requested one. */
    counts: z.record(z.enum(moderatedFilters), count),
  }),
  errors: [],
})

export const exportShowcases = endpoint({
  method: 'GET',
  path: '/api/admin/showcases.csv',
  access: 'admin',
  summary: 'L’elenco delle vetrine in CSV, nel suo ordine; di ciò che i trader tengono per sé, niente',
  query: z.object({ ...moderatedFilter, ...moderatedOrder, ...fileQuery }),
  // A file of any length, sent while it is read.
  response: z.unknown(),
  errors: [],
})

const warning = z.object({
  field: z.string(),
  kind: z.enum(['shortener', 'changed', 'unusual_host', 'lookalike']),
  /** The host of a link as browsers read it, or the username that a name resembles. */
  about: z.string(),
})
export type ShowcaseWarning = z.output<typeof warning>

const showcaseId = z.object({ showcase_id: z.guid(invalidShowcaseId) })

export const getModeratedShowcase = endpoint({
  method: 'GET',
  path: '/api/admin/showcases/:showcase_id',
  access: 'admin',
  summary: 'Una vetrina da moderare: ciò che è stato inviato, che cosa cambia, promesse e numeri, storia',
  params: showcaseId,
  response: z.object({
    ...listed.shape,
    /** The submitted version; null where there is none. */
    content: z.nullable(showcaseContent),
    published_version: z.nullable(count),
    /** Changes against the published version; a missing text is null. Everything is new where nothing was published. */
    changes: z.array(z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
    /** The claims of the submitted texts, checked against current figures. */
    claims: z.array(showcaseClaim),
    warnings: z.array(warning),
    /** Newest first, at most 100. */
    events: z.array(
      z.object({
        event_id: count,
        at: instant,
        /** Null for an erased trader. */
        actor_username: z.nullable(z.string()),
        event: z.enum(showcaseEvents),
        from_status: z.nullable(status),
        to_status: status,
        version: count,
        message: z.nullable(z.string()),
      }),
    ),
    owner: z.object({
      has_connected_account: z.boolean(),
      current_rank: z.nullable(count),
      verification_level: z.nullable(verificationLevel),
      /** A case keeps the account out of the ranking. */
      held: z.nullable(z.enum(['open', 'upheld'])),
    }),
    /** Uploads that the content shows. */
    files: z.array(
      z.object({
        file_url: z.string(),
        kind: z.enum(['image', 'pdf']),
        /** The owner's name for it. */
        name: z.string(),
        bytes: count,
        created_at: instant,
      }),
    ),
  }),
  errors: ['SHOWCASE_NOT_FOUND'],
})
export type ModeratedDetail = z.output<(typeof getModeratedShowcase)['response']>

/** The reviewed version; another one in the meantime is 409. Without it the submitted version is decided. */
const version = z.optional(z.int())
const decided = z.object({
  message: z.string(),
  showcase_id: z.string(),
  status,
  version: count,
  is_public: z.boolean(),
})
const errors = ['SHOWCASE_NOT_FOUND', 'SHOWCASE_MOVE_REFUSED', 'SHOWCASE_RESUBMITTED'] as const

export const approveShowcase = endpoint({
  method: 'POST',
  path: '/api/admin/showcases/:showcase_id/approve',
  access: 'admin',
  summary: 'Approva la versione inviata: diventa quella pubblica',
  params: showcaseId,
  body: z.nullish(z.object({ version })),
  response: decided,
  errors,
})

const withMessage = z.object({
  /** A message for the owner: not empty, at most 1,000 characters. */
  message: z._default(z.string().check(printableLines, z.maxLength(20_000)), ''),
  version,
})

export const requestShowcaseChanges = endpoint({
  method: 'POST',
  path: '/api/admin/showcases/:showcase_id/request-changes',
  access: 'admin',
  summary: 'Chiede modifiche al proprietario, con un messaggio',
  params: showcaseId,
  body: withMessage,
  response: decided,
  errors,
})

export const rejectShowcase = endpoint({
  method: 'POST',
  path: '/api/admin/showcases/:showcase_id/reject',
  access: 'admin',
  summary: 'Rifiuta la versione inviata, con un messaggio; una versione pubblicata prima resta pubblica',
  params: showcaseId,
  body: withMessage,
  response: decided,
  errors,
})
