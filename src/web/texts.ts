// Sentences and labels that screens share.

export const pageNotFoundTitle = 'Pagina non trovata · TopTrader'
export const pageNotFoundText = 'L’indirizzo non porta a nessuna pagina del registro.'
export const closedTitle = 'Sito in manutenzione · TopTrader'
export const signInNeedsScript = 'Per accedere serve JavaScript.'
export const noAccountConnected = 'Nessun conto è collegato.'
/** After the reason why nothing was sent. */
export const inputStays = 'Quello che hai scritto resta qui.'
/** A list has fewer pages than its address says. */
export const listPageGone = 'Questa pagina non c’è più'
/** Above an admin's list without an answer. */
export const serverUnreachable = 'Errore connessione server'
/** In place of a name. */
export const erasedAdmin = 'un amministratore che non c’è più'
/** In the name of a link. */
export const opensInNewTab = '(si apre in un’altra scheda)'
