/** What a plan gives to whoever connects a terminal: said where one is missing. */
export const planBenefits: readonly string[] = [
  'Sincronizzazione automatica con MetaTrader 4 e 5',
  'Posto nella classifica pubblica',
  'Profilo con statistiche verificate',
]
