import { noConnection, readError } from './api.ts'
import { toast } from './toasts.ts'

/** Why a call failed, with the short sentence of the specification where no answer came. */
export function shortErrorText(error: unknown): string {
  const { status, message } = readError(error)
  return status === 0 ? noConnection : message
}

/** Why an admin's action failed. An answer that is no JSON has no sentence of its own. */
export function adminErrorText(error: unknown): string {
  const { status, body, message } = readError(error)
  return status === 0 ? noConnection : `Errore: ${body === null ? 'Errore sconosciuto' : message}`
}

export const deletionUnanswered = `${noConnection} durante eliminazione`

/** The same for a deletion. */
export function deletionErrorText(error: unknown): string {
  return readError(error).status === 0 ? deletionUnanswered : adminErrorText(error)
}

/** Shows an admin's failed action as a toast, where the screen has no place for it. For `onError`: the error is shown. */
export function toastAdminError(error: unknown): true {
  toast(adminErrorText(error), 'danger')
  return true
}
