import { noConnection, type ApiError } from '#web/api.ts'

export interface Failure {
  message: string
  /** The person can correct it: the server refused the typed texts. */
  isRefusal: boolean
  fields: Record<string, string>
}

const texts = {
  login: { unanswered: noConnection, unreadable: "Errore durante l'autenticazione" },
  register: {
    unanswered: `${noConnection} durante la registrazione`,
    unreadable: 'Errore durante la registrazione',
  },
}

/** The specification's sentence for a failure (8, Auth). A refusal has its own. */
export function failureOf({ status, message, fields, body }: ApiError, action: 'login' | 'register'): Failure {
  if (status === 0) return { message: texts[action].unanswered, isRefusal: false, fields: {} }
  if (body === null) return { message: texts[action].unreadable, isRefusal: false, fields: {} }
  return { message, isRefusal: status < 429, fields }
}
