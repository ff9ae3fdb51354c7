/** The benefits of a plan for the owner of a terminal: listed where a plan is missing. */
export const planBenefits: readonly string[] = [
  'Sincronizzazione automatica con MetaTrader 4 e 5',
  'Posto nella classifica pubblica',
  'Profilo con statistiche complete',
]
