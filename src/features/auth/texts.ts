// Sentences on the second factor that several screens and the server print.

export const activateFactor = 'Attiva il secondo fattore'
export const renewRecoveryCodes = 'Crea nuovi codici di recupero'
/** The sentence for an admin without a second factor. */
export const limitedSession = 'Finché non lo attivi questa sessione non può usare le funzioni di amministrazione.'
