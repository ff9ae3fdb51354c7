/** A retry of the activation whose reason is not known. */
export const retryFailed = 'Errore nel ripristino attivazione'

export const payNeedsScript = 'Per pagare serve JavaScript.'
export const openingPayment = 'Apertura del pagamento…'
export const listFailed = 'Errore caricamento pagamenti'
export const loadingPayments = 'Caricamento pagamenti...'
