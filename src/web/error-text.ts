import { readError } from './api.ts'

/** Why an admin's act failed, in the product's words; `unanswered` where no answer came. An answer that nobody can read has no sentence of its own. */
export function errorText(error: unknown, unanswered = 'Errore di connessione'): string {
  const { status, body, message } = readError(error)
  return status === 0 ? unanswered : `Errore: ${body === null ? 'Errore sconosciuto' : message}`
}
