import { noLetterOrDigit } from '#shared/field-texts.ts'
import { closedMessage } from '#shared/closed.ts'
import { graphemes } from '#shared/text/graphemes.ts'
import { hidesMarks, pilesMarks } from '#shared/text/marks.ts'

/** Characters, as people see them. */
export const messageLength = 300
/** The number of code points for these characters: an emoji of a family takes seven, a decomposed accented letter two. */
const pointsAtMost = 2 * messageLength

/** Their joiners hide nothing, nor does the variation selector that some keyboards add to each of them. */
const emoji = /\p{RGI_Emoji}\u{FE0F}?/gv
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** The reason, in one sentence, why a trimmed message cannot be shown to visitors; null when it can. Form and call share this rule. */
export function messageProblem(message: string): string | null {
  if (message === '') return 'Scrivi il messaggio per chi visita il sito.'
  if (Array.from(message).length > pointsAtMost || graphemes(message) > messageLength) {
    return `Al massimo ${messageLength} caratteri.`
  }
  if (hidesMarks(message.replaceAll(emoji, '')))
    return 'Il messaggio contiene caratteri invisibili o di controllo: toglili.'
  if (pilesMarks(message)) return 'Il messaggio contiene troppi segni sovrapposti: toglili.'
  return visible.test(message) ? null : noLetterOrDigit
}

export interface MaintenanceState {
  /** The site is closed to everybody but admins. */
  enabled: boolean
  /** The visitors' message while the site is closed. */
  message: string
}

/** The state before the first toggle. */
export const initialState: MaintenanceState = { enabled: false, message: closedMessage }

export interface MaintenanceChange {
  enabled: boolean
  message?: string | undefined
}

/** The state after a toggle; the same object when nothing changes. An empty message counts as none, and opening ignores it. `docs/operations/close-for-maintenance.md`. */
export function toggled(before: MaintenanceState, { enabled, message }: MaintenanceChange): MaintenanceState {
  const isClosing = enabled && !before.enabled
  const sent = enabled && message !== '' ? message : undefined
  const after = { enabled, message: sent ?? (isClosing ? closedMessage : before.message) }
  return after.enabled === before.enabled && after.message === before.message ? before : after
}
