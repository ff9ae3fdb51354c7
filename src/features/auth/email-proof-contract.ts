import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { strangerBodyLimit } from './contract.ts'

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/auth/confirm-email',
  access: 'public',
  summary: 'Conferma l’indirizzo email con il link ricevuto alla registrazione',
  body: z.object({ token: z.string().check(z.maxLength(200, 'Il link non è valido.')) }),
  bodyLimit: strangerBodyLimit,
  // Without scripts the page sends its own form, and is answered by a redirect to the outcome.
  form: true,
  response: z.object({ message: z.string() }),
  errors: ['RESET_LINK_DEAD', 'FORBIDDEN'],
})

export const requestEmailLink = endpoint({
  method: 'POST',
  path: '/api/auth/email-link',
  access: 'user',
  summary: 'Invia un altro link per confermare l’indirizzo email dell’account',
  response: z.object({
    message: z.string(),
    /** False where nothing waits for a proof: no mail was sent. */
    is_awaited: z.boolean(),
  }),
  errors: [],
})
