/** Message of a closed site for which the admin wrote none. */
export const closedMessage = 'Sito in manutenzione. Torneremo presto!'
