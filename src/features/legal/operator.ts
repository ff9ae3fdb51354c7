import type { LegalSection } from '#shared/legal-section.ts'

/** Who runs the site; each part is absent where the configuration does not name it. */
export interface Operator {
  OPERATOR_NAME?: string | undefined
  OPERATOR_ADDRESS?: string | undefined
  OPERATOR_VAT?: string | undefined
  OPERATOR_DATA_CONTROLLER?: string | undefined
  OPERATOR_CONTACT?: string | undefined
}

const labels = [
  ['OPERATOR_NAME', 'Gestore'],
  ['OPERATOR_ADDRESS', 'Indirizzo'],
  ['OPERATOR_VAT', 'Partita IVA'],
  ['OPERATOR_DATA_CONTROLLER', 'Titolare del trattamento dei dati'],
  ['OPERATOR_CONTACT', 'Contatto'],
] as const satisfies readonly (readonly [keyof Operator, string])[]

/** The settings that say who runs the site and are not given. */
function missingOperator(operator: Operator): string[] {
  return labels.map(([name]) => name).filter((name) => operator[name] === undefined)
}

/** A line for the log of the start; null where nothing is missing. */
export function missingOperatorText(operator: Operator): string | null {
  const missing = missingOperator(operator)
  if (missing.length === 0) return null
  return `Le pagine legali non dicono del tutto chi gestisce il sito: indica ${missing.join(', ')}.`
}

/** The part of a legal page that names who runs the site. */
export function operatorSection(operator: Operator): LegalSection {
  const known = labels.flatMap(([name, label]) => {
    const value = operator[name]
    return value === undefined ? [] : [`${label}: ${value}`]
  })
  return known.length === 0
    ? {
        title: 'Chi gestisce il sito',
        paragraphs: [
          'Il gestore non ha ancora indicato i propri dati. Per ogni richiesta scrivi dalla pagina Contattaci.',
        ],
      }
    : {
        title: 'Chi gestisce il sito',
        paragraphs: [],
        list: operator.OPERATOR_CONTACT === undefined ? [...known, 'Contatto: la pagina Contattaci'] : known,
      }
}
