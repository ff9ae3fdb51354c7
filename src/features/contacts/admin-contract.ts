import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { invalidId } from '#shared/field-texts.ts'
import {
  count,
  idCursor,
  instant,
  integerText,
  pageNumber,
  listedUntil,
  maxCharacters,
  printable,
} from '#shared/wire.ts'
import { subjects } from './rules.ts'

const messageParams = z.object({ message_id: z.guid(invalidId) })

export const listContacts = endpoint({
  method: 'GET',
  path: '/api/admin/contacts',
  access: 'admin',
  summary: 'Messaggi all’assistenza, il più recente per primo',
  query: z.object({
    /** 50 where absent. */
    limit: z.optional(integerText(1, 200)),
    /** In order of time, newest first; not beside `page`, `sort_by` or `order`. */
    cursor: idCursor,
    page: z.optional(pageNumber(10_000)),
    until: listedUntil,
    /** `state`: open ones first, each part newest first. */
    sort_by: z.optional(z.enum(['created_at', 'state'])),
    /** `desc` where absent; of `state` `asc` is open first. */
    order: z.optional(z.enum(['asc', 'desc'])),
    /** All where absent. */
    state: z.optional(z.enum(['open', 'handled'], 'Scegli open o handled.')),
    /** Part of a name, e-mail or text, or of the writer's username. */
    q: z.optional(z.string().check(printable, maxCharacters(100))),
  }),
  response: z.object({
    messages: z.array(
      z.object({
        message_id: z.string(),
        name: z.string(),
        /** Unverified: the writer may have typed any. */
        email: z.string(),
        subject: z.enum(subjects),
        /** The same as people chose it. */
        subject_text: z.string(),
        /** Plain text of several lines. */
        message: z.string(),
        created_at: instant,
        /** The trader who was signed in while writing. */
        trader_id: z.nullable(z.string()),
        username: z.nullable(z.string()),
        handled_at: z.nullable(instant),
        /** Null also where that admin is gone. */
        handled_by_username: z.nullable(z.string()),
      }),
    ),
    /** Messages that match, on all pages. */
    total: count,
    /** Open ones, without regard to the filters. */
    open_count: count,
    next_cursor: z.nullable(z.string()),
    /** The moment of the reading. */
    at: instant,
  }),
  errors: [],
})

const marked = z.object({
  message: z.string(),
  message_id: z.string(),
  handled_at: z.nullable(instant),
  handled_by_username: z.nullable(z.string()),
})

export const handleContact = endpoint({
  method: 'POST',
  path: '/api/admin/contacts/:message_id/handled',
  access: 'admin',
  summary: 'Segna un messaggio come gestito; chi l’ha gestito per primo resta',
  params: messageParams,
  response: marked,
  errors: ['CONTACT_NOT_FOUND'],
})

export const reopenContact = endpoint({
  method: 'DELETE',
  path: '/api/admin/contacts/:message_id/handled',
  access: 'admin',
  summary: 'Segna un messaggio come ancora da gestire',
  params: messageParams,
  response: marked,
  errors: ['CONTACT_NOT_FOUND'],
})
