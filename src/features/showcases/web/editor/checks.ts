import { readContent } from '#features/showcases/rules/content.ts'
import { fields, labelOf, type ShowcaseContent } from '#features/showcases/rules/fields.ts'
import { stepOf, type StepNumber } from './steps/steps.ts'

/** A sentence at each path that would be refused. */
export type FieldErrors = Readonly<Record<string, string>>

export const profileIncomplete = 'Completa tutti i campi obbligatori del profilo'
const required = Object.entries(fields.profile).flatMap(([name, field]) =>
  'required' in field ? [`profile.${name}`] : [],
)

/** The errors of a content by the server's own rules. @param submit true: by the rules of a submission, else of a draft */
export function errorsOf(content: ShowcaseContent, submit: boolean, myfxbookHost: string): FieldErrors {
  return readContent(content, { base: null, submit, myfxbookHost }).errors
}

/** The content as the server would store it, without the values that it would refuse. */
export function acceptedContent(content: ShowcaseContent, myfxbookHost: string): ShowcaseContent {
  return readContent(content, { base: null, submit: false, myfxbookHost }).content
}

/**
 * The errors that stop the way to the next step: on the profile by the rules of a submission, on the other steps by
 * those of a draft.
 */
export function stepErrors(step: StepNumber, content: ShowcaseContent, myfxbookHost: string): FieldErrors {
  return ofStep(step, errorsOf(content, step === 1, myfxbookHost))
}

function ofStep(step: StepNumber, errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([path]) => stepOf(path) === step))
}

/** The profile is complete: the other steps are open. */
export function isProfileComplete(content: ShowcaseContent, myfxbookHost: string): boolean {
  return required.every((path) => stepErrors(1, content, myfxbookHost)[path] === undefined)
}

/** Errors in the order of the page, each with its field's label. */
export function inOrder(errors: FieldErrors): { path: string; word: string; sentence: string }[] {
  return Object.entries(errors)
    .map(([path, sentence]) => ({ path, word: labelOf(path), sentence }))
    .toSorted((a, b) => stepOf(a.path) - stepOf(b.path))
}

/** The errors without those of the path that was just edited, a field or a whole list. */
export function withoutError(errors: FieldErrors, path: string): FieldErrors {
  const rest = Object.entries(errors).filter(([other]) => other !== path && !other.startsWith(`${path}.`))
  return rest.length === Object.keys(errors).length ? errors : Object.fromEntries(rest)
}
