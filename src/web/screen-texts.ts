// Sentences and labels that screens share. The first view needs none of them.

export const closedTitle = 'Sito in manutenzione · TopTrader'
export const noAccountConnected = 'Nessun conto è collegato.'
/** A list has fewer pages than its address says. */
export const listPageGone = 'Questa pagina non c’è più'
/** Above the rows of a list that cannot be read again. */
export const listStays = 'L’elenco resta quello letto prima.'
/** In the place of an admin's list without an answer. */
export const serverUnreachable = 'Errore connessione server'
/** In place of a name. */
export const erasedAdmin = 'un amministratore che non c’è più'
/** In the name of a link. */
export const opensInNewTab = '(si apre in un’altra scheda)'
/** After the reason why nothing was sent. */
export const inputStays = 'Quello che hai scritto resta qui.'
