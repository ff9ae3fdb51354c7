import * as z from 'zod/mini'
import { invalidEmail, invalidId, notInteger, notNumber, required } from '#shared/field-texts.ts'

const expectedTypes: Record<string, string> = {
  string: 'Deve essere un testo.',
  number: notNumber,
  int: notInteger,
  boolean: 'Deve essere true o false.',
  array: 'Deve essere una lista.',
  object: 'Deve essere un oggetto.',
  record: 'Deve essere un oggetto.',
}

const expectedFormats: Record<string, string> = {
  email: invalidEmail,
  url: 'Inserisci un indirizzo web valido.',
  uuid: invalidId,
  guid: invalidId,
  datetime: 'Inserisci una data valida.',
  date: 'Inserisci una data valida.',
}

/** The sentence for an error for which the contract has none. */
function sentenceOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? required
        : (expectedTypes[issue.expected] ?? 'Valore non ammesso.')
    case 'invalid_value':
      return issue.input === undefined ? required : `Valore non ammesso: scegli tra ${issue.values.join(', ')}.`
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? required
        : `${issue.inclusive === false ? 'Più di' : 'Almeno'} ${issue.minimum}${unitOf(issue)}.`
    case 'too_big':
      return `${issue.inclusive === false ? 'Meno di' : 'Al massimo'} ${issue.maximum}${unitOf(issue)}.`
    case 'invalid_format':
      return expectedFormats[issue.format] ?? 'Formato non valido.'
    default:
      return 'Valore non ammesso.'
  }
}

function unitOf({ origin }: { origin: string }): string {
  if (origin === 'string') return ' caratteri'
  return origin === 'array' ? ' elementi' : ''
}

/** Lets every schema of this process speak the product's Italian. */
export function speakItalian(): void {
  z.config({ customError: sentenceOf })
}
