/** Tables that the export leaves out, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  audit_check: 'Date ed esiti dei controlli del registro: non sono dati tuoi.',
  audit_notice: 'Fino a quale riga del registro gli amministratori sono stati avvisati: non sono dati tuoi.',
  backup: 'Elenco delle copie di sicurezza: nomi, date e conteggi.',
  erased_binding: 'Impronte cifrate di conti di account eliminati: non contengono dati di nessuno.',
  exposed_day: 'Quanto tempo il conto ha avuto posizioni aperte, giorno per giorno: si ricava da operazioni.',
  exchange_rate: 'Cambi delle valute: non sono dati tuoi.',
  ledger_check: 'Date dei controlli tecnici sul registro delle sincronizzazioni.',
  night_check: 'Date dei controlli tecnici sul conto.',
  login_attempt: 'Conteggi dei tentativi di accesso, tenuti come impronte e cancellati da soli.',
  imported_day: 'Lo storico importato, giorno per giorno: si ricava da operazioni e movimenti.',
  job_success: 'Date dell’ultima esecuzione riuscita dei lavori periodici: non sono dati tuoi.',
  maintenance: 'Se il sito è in manutenzione, e il messaggio per chi lo visita.',
  mailbox_count:
    'Conteggi degli avvisi inviati a un indirizzo in un giorno, tenuti come impronte e cancellati da soli.',
  payment_coin: 'Valute offerte dal fornitore: non sono dati tuoi.',
  payment_review: 'Note interne sugli ordini: per averne copia scrivi all’assistenza.',
  provider_event:
    'Notifiche del fornitore dei pagamenti, firmate come sono arrivate: quello che dicono è in pagamenti.',
  provider_health: 'Stato del fornitore dei pagamenti: non sono dati tuoi.',
  provider_refusal: 'Notifiche rifiutate: non si sa di chi siano.',
  recent_days: 'Gli ultimi giorni del conto in forma compatta: sono gli stessi di giorni.',
  record_sum:
    'Somme di versamenti e prelievi, e conteggi dei movimenti tardivi o corretti: si ricavano da movimenti e movimenti-ricevuti.',
  sandbox_delivery: 'Pagamenti finti di una dimostrazione.',
  sandbox_invoice: 'Pagamenti finti di una dimostrazione.',
  sandbox_payment: 'Pagamenti finti di una dimostrazione.',
  self_check: 'Date ed esiti dei controlli tecnici notturni.',
  schema_migration: 'Versione della base dati: non sono dati tuoi.',
  showcase_visit:
    'Chi ha già guardato una vetrina oggi, come impronta che non riconduce a nessuno e viene cancellata a fine giornata.',
  showcase_origin: 'Quanto ha contato oggi ciascun indirizzo, come impronta che non riconduce a nessuno: come sopra.',
  trade_sum: 'Somme delle operazioni per simbolo, giorno e ora: si ricavano da operazioni.',
  trader_change: 'Quali profili sono cambiati nelle ultime due ore, per aggiornare la classifica.',
  unobserved_days: 'Periodi senza sincronizzazioni sul grafico del profilo: si ricavano da punti-del-grafico.',
  visitor_key: 'Chiavi del giorno per quelle impronte: non sono dati tuoi.',
}
