// Sentences that the frame shares with screens. The first view carries them: others stand in `screen-texts.ts`.

export const pageNotFoundTitle = 'Pagina non trovata · TopTrader'
export const pageNotFoundText = 'L’indirizzo non porta a nessuna pagina del registro.'
export const signInNeedsScript = 'Per accedere serve JavaScript.'
