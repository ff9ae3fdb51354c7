import { planDaysInvalid, planTypeInvalid } from '#shared/field-texts.ts'
import * as format from '#shared/format/format.ts'
import type { maximumAssignedDays } from '../rules.ts'

// A type import alone: the rules stay out of the page.
const most: typeof maximumAssignedDays = 3650

export const daysHelp = `Da 1 a ${format.count(most)}.`

/** Errors of an assignment's form, by field; empty when it can be sent. */
export function assignmentErrors(type: string, days: string): { type?: string; days?: string } {
  const isNumber = /^\d{1,6}$/.test(days.trim())
  const isValid = isNumber && Number(days) >= 1 && Number(days) <= most
  return {
    ...(type === '' && { type: planTypeInvalid }),
    // For a number the sentence states the bounds.
    ...(!isValid && { days: isNumber ? `${planDaysInvalid}: da 1 a ${format.count(most)}.` : planDaysInvalid }),
  }
}
