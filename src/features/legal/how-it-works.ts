import type { LegalSection } from '#shared/legal-section.ts'

export const howItWorks: readonly LegalSection[] = [
  {
    title: '1. Registrati',
    paragraphs: [
      'Bastano i tuoi dati e quelli del conto MetaTrader 4 o 5. La password investitore è di sola lettura: nessuno può usarla per aprire o chiudere operazioni.',
    ],
  },
  {
    title: '2. Attiva un piano',
    paragraphs: [
      'Basic Leaderboard dà la presenza in classifica e la sincronizzazione. Diamond aggiunge la vetrina personale. Il pagamento è in criptovaluta.',
    ],
  },
  {
    title: '3. Collega l’Expert Advisor',
    paragraphs: [
      'Generi un token, installi l’Expert Advisor nel terminale e autorizzi l’indirizzo del sito in WebRequest. Bastano circa 10 minuti; il conto compare in classifica appena si chiude la prima operazione. L’Expert Advisor legge soltanto: non può aprire, modificare o chiudere posizioni. La guida completa è più sotto in questa pagina.',
    ],
  },
  {
    title: 'Come si calcola la posizione',
    paragraphs: [
      'Il punteggio va da 0 a 100. ROI 60%: rendimento degli ultimi 90 giorni, senza l’effetto di versamenti e prelievi; i valori estremi vengono compressi, chi risale da una perdita conta per quanto risale rispetto al suo massimo, e il peso cresce con il numero di operazioni fino al 100% a 200 operazioni. Win rate 30%: percentuale di operazioni in profitto, corretta quando le operazioni sono poche. Equity 10%: capitale medio degli ultimi 30 giorni, convertito in euro.',
      'Se l’equity è molto sotto il balance (oltre il 10%), il punteggio si riduce fino al 10%. Le operazioni molto piccole (sotto lo 0,05% del balance) contano in proporzione, e in un giorno ne contano al massimo 20.',
      'Sono in classifica i conti reali sincronizzati nelle ultime 72 ore, con un piano attivo. Conta solo ciò che è stato osservato dalla prima sincronizzazione in poi.',
    ],
  },
  {
    title: 'Lo stato della connessione',
    paragraphs: ['Dipende dall’ultima sincronizzazione:'],
    list: [
      'Connesso: negli ultimi 15 minuti;',
      'In ritardo: nelle ultime 24 ore;',
      'Disconnesso: da più di 24 ore. Dopo 72 ore il conto esce dalla classifica finché non torna a sincronizzare.',
    ],
  },
  {
    title: 'Perché una posizione è quella che è',
    paragraphs: [
      'Ogni profilo mostra da dove vengono i suoi punti, voce per voce, e quanto manca alla posizione successiva. Nessun pagamento cambia il punteggio.',
    ],
  },
]
