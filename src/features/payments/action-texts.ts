// Sentences of the screens and the server once an admin's action on a payment is done.

export const paymentHidden = 'Pagamento eliminato dall’elenco.'
export const reviewNoted = 'Segnato come verificato.'
