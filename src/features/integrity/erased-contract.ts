import * as z from 'zod/mini'
import { platforms } from '#features/leaderboard/contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { printable, printableLines } from '#shared/wire.ts'

/** `docs/integrity.md`, erased accounts: nothing but the number itself leads to what is left of one. */
export const releaseErasedAccount = endpoint({
  method: 'POST',
  path: '/api/admin/accounts/release-erased',
  access: 'admin',
  summary: 'Lascia collegare a un utente il numero di un conto che era di un profilo eliminato',
  body: z.object({
    platform: z.enum(platforms, 'Indica MT4 o MT5.'),
    server: z
      .string('Indica il server.')
      .check(z.trim(), printable, z.minLength(1, 'Indica il server.'), z.maxLength(128)),
    login: z.string('Indica il numero.').check(z.trim(), z.regex(/^\d{1,20}$/, 'Solo cifre, al massimo 20.')),
    trader_id: z.guid('Identificativo non valido.'),
    reason: z
      .string('Scrivi il motivo.')
      .check(
        z.trim(),
        printableLines,
        z.minLength(10, 'Almeno 10 caratteri.'),
        z.maxLength(2000, 'Al massimo 2000 caratteri.'),
      ),
  }),
  response: z.object({ success: z.literal(true), message: z.string() }),
  errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'USER_NOT_FOUND', 'VALIDATION'],
})
