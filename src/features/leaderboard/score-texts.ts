/** Labels of the score's parts and of what would raise it, as several screens print them. */
export const riskCorrection = 'Correzione per il rischio'
export const fullEquity = '100.000 euro tenuti sul conto per 30 giorni'
