// Sentences and labels that the server and the screens of several features share.

export const notSignedIn = 'Accesso non autorizzato'
/** Where the admin wrote no message. */
export const closedMessage = 'Sito in manutenzione. Torneremo presto!'
export const pastResults = 'I rendimenti passati non garantiscono risultati futuri'
