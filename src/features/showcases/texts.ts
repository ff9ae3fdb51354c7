// Sentences on showcases that server and screens share. Each stands here once.

export const showcaseDeleted = '✅ Vetrina eliminata con successo!'
/** The reason follows it. */
export const deletionFailed = 'Errore eliminazione vetrina:'
export const showcaseSubmitted = 'Vetrina inviata in moderazione.'
export const changesNeedMessage = 'Inserisci un messaggio per richiedere modifiche.'
export const rejectionNeedsMessage = 'Inserisci un messaggio per rifiutare la vetrina.'
export const formerVersionStays = 'La versione approvata prima resta pubblica.'
export const invalidShowcaseId = 'L’identificativo della vetrina non è valido.'
export const presentationTitle = 'Il Tuo Personal Trader'
export const loadingShowcase = 'Caricamento vetrina...'
export const loadingShowcases = 'Caricamento vetrine...'
/** Above a save with errors at its fields. */
export const invalidContent = 'Errore validazione dati'
export const loadingFailed = 'Errore nel caricamento della vetrina'
export const inModeration = 'La vetrina è in moderazione.'
export const isRejected = 'La vetrina è stata rifiutata.'
