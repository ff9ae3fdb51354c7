import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import {
  codeTooLong,
  emailTooLong,
  invalidAccountNumber,
  invalidEmail,
  invalidId,
  passwordTooLong,
  required,
} from '#shared/field-texts.ts'
import { instant, maxCharacters, printable } from '#shared/wire.ts'
import { displayNameProblem, usernameProblem } from './names.ts'

const text = (maximum: number) =>
  z
    .string(required)
    .check(z.trim(), printable, z.minLength(1, required), z.maxLength(maximum, `Al massimo ${maximum} caratteri.`))

/** A rule that returns the sentence of its refusal, or null. */
const allowed = (problemOf: (text: string) => string | null) =>
  z.refine<string>((text) => problemOf(text) === null, { error: ({ input }) => problemOf(String(input)) ?? undefined })

const passwordLength = { minimum: 8, maximum: 128 }
export const newPassword = z
  .string(required)
  .check(
    printable,
    z.minLength(passwordLength.minimum, `Almeno ${passwordLength.minimum} caratteri.`),
    z.maxLength(passwordLength.maximum, `Al massimo ${passwordLength.maximum} caratteri.`),
  )
/** A password that is only compared: it may be older than the rules. */
export const givenPassword = z.string(required).check(z.minLength(1, required), z.maxLength(1024, passwordTooLong))

/** Six digits of the app, or a recovery code, as people type them: with blanks, hyphens, capitals. */
export const typedCode = z.string(required).check(z.trim(), z.maxLength(60, codeTooLong))

/** The signed-in user as the frame of the site shows it. */
const signedInUser = z.object({
  trader_id: z.string(),
  username: z.string(),
  display_name: z.string(),
  email: z.string(),
  country: z.string(),
  is_admin: z.boolean(),
  is_diamond: z.boolean(),
  diamond_expires: z.nullable(instant),
  leaderboard_expires: z.nullable(instant),
  created_at: instant,
})
export type SignedInUser = z.output<typeof signedInUser>

const usernamePattern = /^[A-Za-z0-9_.-]{3,30}$/

/** Room for every field at its longest: anybody may send these bodies. */
export const strangerBodyLimit = 8 * 1024

export const registration = z.object({
  display_name: z.string(required).check(
    z.trim(),
    z.normalize('NFC'),
    z.minLength(2, 'Minimo 2 caratteri'),
    allowed((name) => (name.length < 2 ? null : displayNameProblem(name))),
  ),
  username: z.string(required).check(
    z.trim(),
    z.normalize('NFKC'),
    z.regex(usernamePattern, 'Da 3 a 30 caratteri: lettere, cifre, punto, trattino e trattino basso.'),
    allowed((name) => (usernamePattern.test(name) ? usernameProblem(name) : null)),
  ),
  country: z.string(required).check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{2}$/, 'Scegli un paese.')),
  broker_server: text(100),
  account_number: z.string(required).check(z.trim(), z.regex(/^[0-9]{1,20}$/, invalidAccountNumber)),
  /** Read-only password of the trading account; may be empty. */
  investor_password: z._default(z.string().check(printable, maxCharacters(128)), ''),
  email: z.string(required).check(z.trim(), printable, z.maxLength(254, emailTooLong), z.email(invalidEmail)),
  password: newPassword,
  confirm_password: givenPassword,
  /** When the terms were accepted on screen. The server stores its own time and the version of the text. */
  terms_accepted_at: z.optional(z.nullable(z.string())),
})

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  access: 'public',
  summary: 'Registra un trader',
  body: registration,
  bodyLimit: strangerBodyLimit,
  response: z.object({ message: z.string(), user: signedInUser }),
  status: 201,
  form: true,
  errors: ['FORBIDDEN', 'USERNAME_TAKEN', 'EMAIL_TAKEN'],
})

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  open: 'maintenance',
  summary: 'Accede con email o username e password',
  body: z.object({
    /** E-mail address or username, in either field. */
    email: z.optional(z.string().check(z.trim(), z.maxLength(254, emailTooLong))),
    username: z.optional(z.string().check(z.trim(), z.maxLength(254, 'Username troppo lungo: ricontrollalo.'))),
    password: givenPassword,
    /** Requested by `TOTP_REQUIRED`: six digits of the app, or a recovery code. */
    totp: z.optional(typedCode),
  }),
  response: z.object({
    access_token: z.string(),
    token_type: z.literal('bearer'),
    /** When the session ends if it is not used again. */
    expires_at: instant,
    user: signedInUser,
    /** An admin lacks the second factor that admins must have. The session may set one up and has no other right of admins. */
    is_limited: z.boolean(),
  }),
  bodyLimit: strangerBodyLimit,
  form: true,
  errors: ['FORBIDDEN', 'INVALID_CREDENTIALS', 'TOTP_REQUIRED', 'TOTP_INVALID', 'SIGN_IN_LOCKED'],
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'user',
  // A person who signs in to another account signs out first. A closed site leaves no session open.
  open: 'maintenance',
  summary: 'Chiude la sessione di questo token',
  response: z.object({ message: z.string() }),
  errors: [],
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/change-password',
  access: 'user',
  summary: 'Cambia la password e chiude ogni altra sessione',
  body: z.object({
    current_password: givenPassword,
    new_password: newPassword,
    confirm_password: z.optional(givenPassword),
  }),
  response: z.object({
    message: z.string(),
    /** Other sessions that were closed. */
    revoked_sessions: z.int(),
  }),
  errors: ['CONFLICT'],
})

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/account/sessions',
  access: 'user',
  summary: 'Le proprie sessioni aperte, la più recente per prima',
  response: z.object({
    sessions: z.array(
      z.object({
        session_id: z.string(),
        created_at: instant,
        last_used_at: instant,
        expires_at: instant,
        user_agent: z.nullable(z.string()),
        /** The session of this request. */
        current: z.boolean(),
      }),
    ),
  }),
  errors: [],
})

export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  access: 'user',
  summary: 'Chiude una delle proprie sessioni',
  params: z.object({ id: z.guid(invalidId) }),
  response: z.object({ message: z.string() }),
  errors: ['NOT_FOUND'],
})
