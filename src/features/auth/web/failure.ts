import { readError } from '#web/api.ts'

export interface Failure {
  message: string
  fields: Record<string, string>
}

/** The sentences of the specification (8, Auth) for what kept an answer from coming; a refusal says why itself. */
export function failureOf(error: unknown, act: 'login' | 'register'): Failure {
  const { status, message, fields, body } = readError(error)
  if (status === 0) {
    return {
      message: act === 'login' ? 'Errore di connessione' : 'Errore di connessione durante la registrazione',
      fields: {},
    }
  }
  if (body === null) {
    return {
      message: act === 'login' ? 'Errore durante l’autenticazione' : 'Errore durante la registrazione',
      fields: {},
    }
  }
  return { message, fields }
}
