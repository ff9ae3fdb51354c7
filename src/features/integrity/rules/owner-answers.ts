/** Advice to owners that several findings share. Italian. */

export const wait = 'Non devi fare nulla: resta visibile finché la situazione dura.'
export const keepTerminalOn =
  'Tieni acceso il terminale, meglio su un VPS: la segnalazione si toglie da sola con i giorni osservati.'
export const attachStatement =
  'Allega al messaggio il periodo e le operazioni dall’estratto conto del broker, con i numeri di ticket.'
export const whereItComesFrom = `Rispondi dicendo da dove viene. ${attachStatement}`
export const howItClosed = `Rispondi dicendo come è stata chiusa. ${attachStatement}`
export const whichTerminal = `Rispondi dicendo quale terminale e quale versione dell’EA usi. ${attachStatement}`
