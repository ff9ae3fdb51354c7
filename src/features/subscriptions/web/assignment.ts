import type { errors } from '#shared/errors.ts'
import type { maximumAssignedDays } from '../rules.ts'

type Sentence<Code extends keyof typeof errors> = (typeof errors)[Code][1]

// Only types connect them: the rules and the table of errors stay out of the page.
const most: typeof maximumAssignedDays = 3650
const wrongType: Sentence<'SUBSCRIPTION_TYPE_INVALID'> = 'Tipo non valido. Usa "basic" o "diamond"'
const wrongDays: Sentence<'SUBSCRIPTION_DURATION_INVALID'> = 'Durata non valida. Inserisci un numero di giorni'

export const daysHelp = `Da 1 a ${most}.`

/** Errors of an assignment's form, by field; empty where it can be sent. */
export function assignmentFaults(type: string, days: string): { type?: string; days?: string } {
  const isNumber = /^\d{1,6}$/.test(days.trim())
  const isTaken = isNumber && Number(days) >= 1 && Number(days) <= most
  return {
    ...(type === '' && { type: wrongType }),
    // For a number the sentence names the bounds.
    ...(!isTaken && { days: isNumber ? `${wrongDays}: da 1 a ${most}.` : wrongDays }),
  }
}
