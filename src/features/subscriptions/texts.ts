// Sentences on the offer of plans that several screens print.

export const activateBasic = 'Attiva Basic Leaderboard'
export const visitAnalytics = 'Statistiche di visite e clic'

/** @param price as it is printed */
export const monthlyFrom = (price: string) => `Da ${price} al mese, pagamento in criptovaluta.`
