/** Longest note of a reviewed payment, in characters. */
export const longestNote = 500
export const noteMissing = 'Scrivi che cosa hai verificato.'
