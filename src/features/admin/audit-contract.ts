import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import {
  badCursor,
  count,
  day,
  instant,
  integerText,
  pageNumber,
  maxCharacters,
  printable,
  queryDay,
  fileQuery,
  listedUntil,
} from '#shared/wire.ts'

/** An action (`user.restore`), or all actions of an area (`user.*`). */
const actionPattern = /^[a-z]+\.(?:\*|[a-z_-]+)$/

const person = z.optional(z.string().check(printable, maxCharacters(60)))

const auditFilter = {
  action: z.optional(
    z.string().check(z.maxLength(60), z.regex(actionPattern, 'Scrivi un’azione, come user.restore, o user.*')),
  ),
  /** The person who acted: an id or a username. */
  actor: person,
  /** The person acted on: an id or a username. */
  subject: person,
  /** UTC days, both included. */
  from: queryDay,
  to: queryDay,
  /** A line's number, the id of a request or a person, or a part of the details. */
  q: z.optional(z.string().check(printable, maxCharacters(100))),
}

/** The order of the list and of its file. */
const auditOrder = {
  sort_by: z.optional(z.enum(['at'])),
  /** `desc` by default. */
  order: z.optional(z.enum(['asc', 'desc'])),
}

const auditEntry = z.object({
  audit_id: count,
  at: instant,
  /** Null for an action of the product itself. */
  actor: z.nullable(z.string()),
  actor_username: z.nullable(z.string()),
  action: z.string(),
  subject: z.nullable(z.string()),
  subject_username: z.nullable(z.string()),
  details: z.record(z.string(), z.unknown()),
  address: z.nullable(z.string()),
  request_id: z.nullable(z.string()),
})

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  summary: 'Registro di ciò che gli amministratori hanno fatto, il più recente per primo',
  query: z.object({
    /** 50 by default. */
    limit: z.optional(integerText(1, 200)),
    /** Continues after a line; not beside `page`. */
    cursor: z.optional(z.string().check(z.regex(/^\d{1,15}$/, badCursor))),
    page: z.optional(pageNumber(10_000)),
    ...auditOrder,
    until: listedUntil,
    ...auditFilter,
  }),
  response: z.object({
    entries: z.array(auditEntry),
    total: count,
    next_cursor: z.nullable(z.string()),
    /** The moment of the reading. */
    at: instant,
    /** The last nightly check of the chain; null before the first one. */
    check: z.nullable(
      z.object({
        checked_at: instant,
        /** Length of the log at that time. */
        lines: count,
        /** The first line that was changed, removed or inserted. */
        broken_at: z.nullable(count),
        /** The first day whose stored root differs from the log. */
        differs_from: z.nullable(day),
        /** Whether the file store holds this night's root. */
        exported: z.boolean(),
      }),
    ),
  }),
  errors: [],
})

export const exportAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit.csv',
  access: 'admin',
  summary: 'Il registro di questi filtri in CSV, nel suo ordine',
  query: z.object({ ...auditFilter, ...auditOrder, ...fileQuery }),
  // A file of any length, streamed.
  response: z.unknown(),
  errors: [],
})
