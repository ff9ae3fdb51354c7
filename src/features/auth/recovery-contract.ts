import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { emailTooLong, invalidEmail, required } from '#shared/field-texts.ts'
import { printable } from '#shared/wire.ts'
import { givenPassword, newPassword, strangerBodyLimit } from './contract.ts'

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  access: 'public',
  summary: 'Chiede per email un link per impostare una nuova password; la risposta non dice chi è registrato',
  body: z.object({
    email: z.string(required).check(z.trim(), printable, z.maxLength(254, emailTooLong), z.email(invalidEmail)),
  }),
  bodyLimit: strangerBodyLimit,
  status: 202,
  response: z.object({
    message: z.string(),
    /** False where this server sends no mail. */
    is_available: z.boolean(),
    /** Address of the support; null where none is configured. */
    support_email: z.nullable(z.string()),
  }),
  errors: [],
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'public',
  summary: 'Imposta una nuova password con il link ricevuto per email e chiude ogni sessione',
  body: z.object({
    token: z.string(required).check(z.maxLength(200, 'Il link non è valido.')),
    new_password: newPassword,
    confirm_password: givenPassword,
  }),
  bodyLimit: strangerBodyLimit,
  response: z.object({
    message: z.string(),
    /** Sessions that were closed. */
    revoked_sessions: z.int(),
  }),
  errors: ['RESET_LINK_DEAD'],
})
