// Sentences and labels that the server and the screens of several features share.

export const notSignedIn = 'Accesso non autorizzato'
export const pastResults = 'I rendimenti passati non garantiscono risultati futuri'
/** Stands on every page of a demonstration. */
export const demoLine = { lead: 'Dimostrazione:', rest: 'trader e conti generati.' }
