/** Stands beside every text that only the audit log stores. */
export const lastingHelp = 'Senza nomi, email o numeri di telefono: il registro non si cancella.'

/** A name, an @ and a text after it; six digits or more, with single blanks between them. */
const personal = /[^\s@]@[^\s@]|\p{Nd}(?:[ \u00a0]?\p{Nd}){5}/u

/** The error in a text that can never be removed again. A name cannot be distinguished from a word. */
export const lastingError = (text: string): string | undefined => (personal.test(text) ? lastingHelp : undefined)
