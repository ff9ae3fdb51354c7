import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { invalidCharacters, invalidEmail } from '#shared/field-texts.ts'
import * as format from '#shared/format/format.ts'
import { printableLines } from '#shared/wire.ts'
import { incomplete, longest, subjects } from './rules.ts'

const atMost = (maximum: number) => z.maxLength(maximum, `Al massimo ${format.count(maximum)} caratteri.`)

/** One line of text, such as a name: no invisible characters, line breaks or changes of direction. */
const oneLine = z.regex(/^[^\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{DI}]*$/u, invalidCharacters)
/** Line breaks of other programs become `\n`. */
const plainLines = z.overwrite((text: string) => text.replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n'))

/** Fields of a message to the support. */
export const contactFields = z.object({
  name: z.string(incomplete).check(z.trim(), oneLine, z.minLength(1, incomplete), atMost(longest.name)),
  email: z
    .string(incomplete)
    .check(
      z.trim(),
      oneLine,
      z.minLength(1, { error: incomplete, abort: true }),
      atMost(longest.email),
      z.email(invalidEmail),
    ),
  subject: z.enum(subjects, {
    error: ({ input }) => (input === undefined || input === '' ? incomplete : 'Scegli uno degli oggetti proposti.'),
  }),
  message: z
    .string(incomplete)
    .check(plainLines, z.trim(), printableLines, z.minLength(1, incomplete), atMost(longest.message)),
})

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/contacts',
  access: 'public',
  summary: 'Invia un messaggio all’assistenza',
  body: z.extend(contactFields, {
    /** Hidden from people: only programs fill it. */
    extra_notes: z._default(z.string().check(printableLines, z.maxLength(500)), ''),
    /** Milliseconds from the form's first appearance to the send; other clients leave it out. */
    elapsed_ms: z._default(z.nullable(z.number()), null),
  }),
  response: z.object({ message: z.string() }),
  status: 201,
  errors: [],
})

export const getContacts = endpoint({
  method: 'GET',
  path: '/api/contacts',
  access: 'public',
  summary: 'Come raggiungere l’assistenza',
  response: z.object({
    /** Null where none is configured. */
    support_email: z.nullable(z.string()),
  }),
  errors: [],
})
