import type { LegalSection } from '#shared/legal-section.ts'

/** The version that an acceptance stores. It changes with every change of the text below. */
export const termsVersion = '2026-11-30'

/** One text for the dialog of the registration and for /terms/index.html. */
export const terms: readonly LegalSection[] = [
  {
    title: '1. Che cos’è TopTrader',
    paragraphs: [
      'TopTrader è un registro pubblico di risultati di trading. Ordina i conti MetaTrader 4 e MetaTrader 5 con una formula pubblicata, sui dati che un Expert Advisor invia dal terminale del trader.',
      'TopTrader non esegue ordini, non custodisce denaro e non fa da intermediario tra trader e visitatori.',
    ],
  },
  {
    title: '2. Registrazione',
    paragraphs: [
      'Per registrarti servono dati veri e un conto MetaTrader di cui hai la disponibilità. Una persona ha un solo account.',
      'Sei responsabile della tua password e del token dell’Expert Advisor. Se pensi che qualcuno li conosca, cambia la password e rigenera il token.',
      'La password investitore è di sola lettura. Non inserire mai la password principale del conto.',
    ],
  },
  {
    title: '3. Dati e posizione in classifica',
    paragraphs: [
      'La posizione dipende dalla formula pubblicata e dai dati sincronizzati. Nessun pagamento cambia il punteggio.',
      'Conta solo ciò che è stato osservato dalla prima sincronizzazione in poi. Lo storico precedente si mostra a parte e non entra in classifica.',
      'È vietato alterare i dati, nascondere operazioni o usare più conti per mostrare solo il migliore. I conti su cui restano dubbi possono uscire dalla classifica fino alla verifica.',
    ],
  },
  {
    title: '4. Abbonamenti e pagamenti',
    paragraphs: [
      'I pagamenti avvengono in USDT/USD tramite un fornitore esterno di pagamenti in criptovaluta. I pagamenti sono definitivi e non sono previsti rimborsi, salvo i casi di legge della pagina «Rimborsi e recesso».',
      'L’abbonamento dura per il periodo scelto e non si rinnova da solo. I prezzi in vigore sono nella pagina Prezzi.',
    ],
  },
  {
    title: '5. Presenza in classifica',
    paragraphs: [
      'La presenza in classifica è riservata agli utenti registrati con un abbonamento attivo. Alla scadenza il conto esce dalla classifica, i dati restano.',
    ],
  },
  {
    title: '6. Nessuna consulenza finanziaria',
    paragraphs: [
      'I contenuti hanno scopo solo informativo. Non sono consulenza finanziaria, raccomandazione o sollecitazione all’investimento. Il trading comporta rischi elevati e puoi perdere tutto il capitale.',
      'I rendimenti passati non garantiscono risultati futuri. Chi decide di copiare un trader lo fa a proprio rischio, presso un fornitore scelto da sé.',
    ],
  },
  {
    title: '7. Dati del conto',
    paragraphs: [
      'L’Expert Advisor legge balance, equity e operazioni. Non può aprire, modificare o chiudere posizioni.',
      'Nome visualizzato, username, paese e risultati sono pubblici; alla scadenza dell’abbonamento il profilo resta visibile, fuori dalla classifica. Email, password e numero di conto non sono mai pubblici.',
    ],
  },
  {
    title: '8. Link esterni',
    paragraphs: [
      'Profili e vetrine possono contenere link a siti di terzi: verifica dei risultati, copy trading, canali sociali. TopTrader non controlla quei siti e non risponde di ciò che vi accade.',
    ],
  },
  {
    title: '9. Vetrine',
    paragraphs: [
      'Con Diamond puoi pubblicare una vetrina. Ogni versione diventa pubblica solo dopo l’approvazione di un amministratore, che può chiedere modifiche o rifiutarla spiegandone il motivo. L’approvazione riguarda il rispetto di queste regole: non è un giudizio sul trader né un invito a copiarlo. Alla scadenza di Diamond la vetrina non è più visibile e viene conservata.',
      'Testi, immagini, documenti e link devono essere tuoi o usati con il permesso di chi ne ha diritto. Non sono ammessi promesse di guadagno, risultati diversi da quelli del registro, marchi e nomi altrui, contenuti illeciti o che ingannano.',
      'Le testimonianze le fornisce il trader e in pubblico sono indicate come tali: TopTrader non le verifica. Chi le pubblica garantisce che sono vere e che ha il permesso di chi le ha scritte. I risultati del registro, accanto al rischio, non si possono modificare.',
    ],
  },
  {
    title: '10. Uso corretto',
    paragraphs: [
      'Non è consentito promettere guadagni, pubblicare dati altrui senza permesso, tentare accessi non autorizzati o sovraccaricare il servizio.',
      'Un account che viola queste regole può essere disattivato.',
    ],
  },
  {
    title: '11. Disponibilità del servizio',
    paragraphs: [
      'Il servizio può fermarsi per manutenzione o guasti. Durante una manutenzione le sincronizzazioni continuano, quando è possibile, e i dati non si perdono.',
      'TopTrader non risponde di perdite dovute a dati in ritardo, interruzioni o decisioni prese leggendo la classifica.',
    ],
  },
  {
    title: '12. Modifiche',
    paragraphs: [
      'Questo testo può cambiare. Ogni versione ha una data; quella che hai accettato resta registrata con il momento dell’accettazione.',
    ],
  },
  {
    title: '13. Chiusura dell’account',
    paragraphs: [
      'Puoi chiedere in ogni momento la chiusura dell’account e la cancellazione dei tuoi dati. I dati dei pagamenti restano per il tempo che la legge impone, senza il tuo nome.',
    ],
  },
]
