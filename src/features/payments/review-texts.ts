/** The reasons for a review, for admins: the event, and the possible actions. */
const reviewTexts: Record<string, string> = {
  contradiction:
    'La notifica dice pagato, il fornitore interrogato dice di no: nulla è stato attivato. Riconcilia più tardi, o guarda il pagamento presso il fornitore.',
  refunded: 'Il fornitore ha rimborsato il pagamento. Se il piano era attivo lo è ancora: decidi tu se annullarlo.',
  price_mismatch:
    'Il prezzo del pagamento non è quello dell’ordine: controlla presso il fornitore che cosa è stato pagato.',
  currency_mismatch:
    'Il pagamento non è in dollari come l’ordine: controlla presso il fornitore che cosa è stato pagato.',
  order_mismatch: 'Il fornitore attribuisce ora questo pagamento a un altro ordine: controlla presso il fornitore.',
  finished_short:
    'Il fornitore lo dà per completato, ma è arrivato meno del dovuto: se va bene così assegna il piano a mano.',
  failed_with_money:
    'Il pagamento è fallito con del denaro arrivato, di solito sotto il minimo: recuperalo presso il fornitore o assegna il piano.',
  expired_with_money:
    'La richiesta di pagamento è scaduta con del denaro arrivato: verifica presso il fornitore o assegna il piano.',
  orphan: 'Pagato, ma l’utente non c’è più: collega l’ordine all’email di un account, o rimborsa presso il fornitore.',
  orphan_deactivated:
    'Pagato, ma l’utente è disattivato: riattivalo, oppure collega l’ordine all’email di un altro account.',
  money_after_delete: 'È arrivato denaro dopo che l’ordine era stato nascosto: ripristinalo perché possa attivarsi.',
  grant_refused: 'Pagato, ma il piano non si è potuto attivare: controlla l’account e assegna il piano a mano.',
  child_payment: 'Un deposito in più sullo stesso indirizzo: da solo non attiva nulla. Assegna giorni o rimborsa.',
  paid_twice: 'Pagato due volte: il piano è stato attivato una volta sola. Assegna altri giorni o rimborsa.',
  failed_after_payment: 'Il piano è attivo, ma il pagamento risulta ora fallito: controlla presso il fornitore.',
  short_after_payment: 'Il piano è attivo, ma ora risulta arrivato meno del dovuto: controlla presso il fornitore.',
  part_besides: 'Oltre al pagamento completo ne è arrivato uno parziale: assegna giorni o rimborsa.',
  extra_refunded:
    'Il fornitore ha rimborsato un pagamento in più: quello che ha attivato il piano resta. Non serve altro.',
  surplus: 'È arrivato più del prezzo: il piano è attivo, e per il di più assegna giorni o rimborsa.',
  stuck_with_money:
    'Da più di otto giorni del denaro è in arrivo senza arrivare fino in fondo: chiedi al fornitore che cosa lo trattiene.',
  never_confirmed:
    'Il piano è attivo per la sola notifica: da più di un giorno il fornitore non risponde su questo pagamento. Cercalo nel suo pannello; se non c’è, decidi tu se annullare il piano.',
  unread_claim:
    'La notifica dice pagato, ma da più di un’ora il fornitore non dà una risposta su questo pagamento: nulla è stato attivato, e si continua a chiedere. Cercalo nel suo pannello; se c’è ed è completo, assegna il piano a mano.',
  unknown_status: 'Il fornitore usa una parola che non conosciamo: guarda il pagamento presso il fornitore.',
  unknown_order: 'Denaro per un ordine che non conosciamo: cerca presso il fornitore chi ha pagato.',
}

/** The text of a review code. A code without one gets a sentence that asks for a look. */
export function reviewText(code: string): string {
  return reviewTexts[code] ?? 'Da guardare a mano presso il fornitore.'
}

/**
 * The sum of several deposits to one address, so that complete is distinguished from short.
 * @param arrived amounts with their coin, as they are printed
 */
export function depositSumText(arrived: readonly string[], asked: string): string {
  const [first = asked, ...more] = arrived
  return `Insieme sono arrivati ${[`${first} di ${asked}`, ...more].join(', più ')}.`
}
