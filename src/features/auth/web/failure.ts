import { readError } from '#web/api.ts'

export interface Failure {
  message: string
  /** The person can mend it: what was typed was refused. */
  isRefusal: boolean
  fields: Record<string, string>
}

/** The sentences of the specification (8, Auth) for what kept an answer from coming; a refusal says why itself. */
export function failureOf(error: unknown, act: 'login' | 'register'): Failure {
  const { status, message, fields, body } = readError(error)
  if (status === 0) {
    return {
      message: act === 'login' ? 'Errore di connessione' : 'Errore di connessione durante la registrazione',
      isRefusal: false,
      fields: {},
    }
  }
  if (body === null) {
    return {
      message: act === 'login' ? 'Errore durante l’autenticazione' : 'Errore durante la registrazione',
      isRefusal: false,
      fields: {},
    }
  }
  return { message, isRefusal: status < 429, fields }
}
