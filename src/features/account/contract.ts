import * as z from 'zod/mini'
import { avatar } from '#shared/avatar.ts'
import { endpoint } from '#shared/endpoint.ts'
import { codeTooLong, notJsonOrCsv, passwordMissing, passwordTooLong } from '#shared/field-texts.ts'
import { count, instant } from '#shared/wire.ts'

const profile = z.object({
  username: z.string(),
  display_name: z.string(),
  email: z.string(),
  country: z.string(),
  member_since: instant,
  bio: z.nullable(z.string()),
  /** The sentence beside a shared link to the profile. */
  social_text: z.nullable(z.string()),
  hide_amounts: z.boolean(),
  avatar,
})

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/account/profile',
  access: 'user',
  summary: 'Il proprio profilo come lo si modifica',
  response: profile,
  errors: [],
})

const text = z.optional(z.nullable(z.string().check(z.maxLength(20_000, 'Testo troppo lungo: accorcialo.'))))

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/account/profile',
  access: 'user',
  summary: 'Cambia i campi inviati del proprio profilo; un testo vuoto lo toglie',
  body: z.object({
    /** At most 500 graphemes, of several lines. */
    bio: text,
    /** At most 140 graphemes, on one line. */
    social_text: text,
    /** Removes amounts from every public answer; percentages, drawdowns and flags stay. */
    hide_amounts: z.optional(z.boolean()),
  }),
  response: profile,
  errors: [],
})

export const setAvatar = endpoint({
  method: 'POST',
  path: '/api/account/avatar',
  access: 'user',
  summary: 'Carica la propria foto: multipart/form-data, campo file; JPEG, PNG o WebP fino a 2.097.152 byte',
  response: z.object({ avatar }),
  errors: ['VALIDATION', 'FILE_TOO_LARGE', 'IMAGE_UNSUPPORTED', 'IMAGE_UNREADABLE', 'IMAGE_TOO_WIDE', 'STORAGE_FULL'],
})

export const removeAvatar = endpoint({
  method: 'DELETE',
  path: '/api/account/avatar',
  access: 'user',
  summary: 'Toglie la propria foto',
  response: z.object({ avatar }),
  errors: [],
})

export const exportAccount = endpoint({
  method: 'GET',
  path: '/api/account/export',
  access: 'user',
  summary: 'Tutti i propri dati: un documento JSON, o un archivio ZIP con un CSV per tabella',
  query: z.object({ format: z._default(z.enum(['json', 'csv'], notJsonOrCsv), 'json') }),
  // A file of any length, sent while it is read, without the serializer.
  response: z.unknown(),
  errors: ['EXPORT_RUNNING'],
})

export const getErasure = endpoint({
  method: 'GET',
  path: '/api/account/erasure',
  access: 'user',
  summary: 'Che cosa si perde eliminando il proprio account',
  response: z.object({
    /** Closed trades on every own account. */
    trades: count,
    /** Days with a row in the register. */
    ranked_days: count,
    /** The rest of the plan, which is not refunded. */
    plan: z.nullable(z.object({ name: z.enum(['Basic', 'Diamond']), expires_at: instant, days_remaining: count })),
    /** Orders that can still be paid or whose money is on its way. */
    open_orders: count,
    has_showcase: z.boolean(),
    /** A code of the second factor is required beside the password. */
    totp_required: z.boolean(),
    /** Why this account cannot be erased. */
    blocked: z.nullable(z.string()),
  }),
  errors: [],
})

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/account',
  access: 'user',
  summary: 'Elimina il proprio account e tutti i dati; i pagamenti restano senza la persona',
  body: z.object({
    password: z.string(passwordMissing).check(z.minLength(1, passwordMissing), z.maxLength(1024, passwordTooLong)),
    /** Code or recovery code, where the second factor is on. */
    totp: z.optional(z.string().check(z.maxLength(64, codeTooLong))),
  }),
  response: z.object({
    message: z.string(),
    deleted_at: instant,
    total_records_deleted: count,
    /** Rows by table. */
    deletion_summary: z.record(z.string(), count),
  }),
  // The second of two simultaneous requests comes after the erasure.
  errors: ['ADMIN_PROTECTED', 'USER_NOT_FOUND'],
})
