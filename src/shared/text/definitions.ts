/**
 * One sentence for each figure, with its unit and its window. Nothing of the first view imports this module: `Term` loads it with
 * the first definition that somebody opens.
 */
export const definitions = {
  rank: {
    name: 'Posizione',
    text: 'Il posto tra tutti i trader in classifica, dal punteggio più alto al più basso, qualunque filtro sia attivo.',
  },
  trader: {
    name: 'Trader',
    text: 'Il nome pubblico; sotto, la piattaforma e il collegamento del conto, il livello di verifica e gli avvisi sui suoi dati.',
  },
  score: {
    name: 'Punteggio',
    text: 'Da 0 a 100 punti: fino a 60 dal ROI degli ultimi 90 giorni, fino a 30 dal win rate, fino a 10 dall’equity.',
  },
  trend: {
    name: 'Andamento',
    text: 'La crescita del conto negli ultimi 90 giorni, senza versamenti e prelievi; la linea punteggiata è il punto di partenza.',
  },
  roi_30: {
    name: 'ROI 30 giorni',
    text: 'Il rendimento percentuale degli ultimi 30 giorni, posizioni aperte comprese, senza versamenti e prelievi.',
  },
  roi_90: {
    name: 'ROI 90 giorni',
    text: 'Il rendimento percentuale degli ultimi 90 giorni, posizioni aperte comprese, senza versamenti e prelievi.',
  },
  roi_total: {
    name: 'ROI totale',
    text: 'Il rendimento percentuale dal primo giorno osservato a oggi, posizioni aperte comprese, senza versamenti e prelievi.',
  },
  drawdown: {
    name: 'Drawdown Max',
    text: 'La perdita più profonda dal massimo raggiunto prima, in percentuale, dal primo giorno osservato a oggi.',
  },
  days: {
    name: 'Storico',
    text: 'I giorni da quando leggiamo il conto, oggi compreso: lo storico di prima non conta.',
  },
  month: {
    name: 'Perdita in un mese',
    text: 'La perdita più grande in un mese del calendario (UTC), dal primo giorno osservato a oggi, in percentuale.',
  },
  climb: {
    name: 'Posizioni in più',
    text: 'Di quanti posti il trader è più in alto che alla fine del giorno di una settimana fa (UTC).',
  },
  win_rate: {
    name: 'Win rate',
    text: 'La quota di operazioni chiuse in profitto dal primo giorno osservato: un valore alto non dice quanto si perde nelle altre. Sotto, quante operazioni ha chiuso.',
  },
  trades: {
    name: 'Operazioni',
    text: 'Il numero di operazioni chiuse dal primo giorno osservato a oggi.',
  },
  profit: {
    name: 'Profitto',
    text: 'Il risultato netto delle operazioni chiuse dal primo giorno osservato, in euro al cambio di oggi.',
  },
  balance: {
    name: 'Balance',
    text: 'Il denaro sul conto senza le posizioni aperte, in euro al cambio di oggi.',
  },
  equity: {
    name: 'Equity',
    text: 'Il denaro sul conto con il risultato delle posizioni aperte, in euro al cambio di oggi.',
  },
  live: {
    name: 'P/L Live',
    text: 'Il risultato delle posizioni ancora aperte, in euro al cambio di oggi.',
  },
  level: {
    name: 'Livello di verifica',
    text: 'Quanto sappiamo del conto: L1 dati sincronizzati, L2 titolarità provata, L3 riscontro esterno.',
  },
  risk: {
    name: 'Rischio',
    text: 'La perdita più profonda dal massimo negli ultimi 90 giorni: basso sotto il 10%, medio sotto il 25%, poi alto.',
  },
  style: {
    name: 'Stile di trading',
    text: 'La durata mediana delle operazioni chiuse negli ultimi 90 giorni: scalping sotto 15 minuti, intraday sotto un giorno, swing sotto 7 giorni, poi lungo termine.',
  },
  profit_factor: {
    name: 'Profit factor',
    text: 'La somma dei guadagni divisa per la somma delle perdite: sopra 1 il conto guadagna.',
  },
  expectancy: {
    name: 'Risultato medio per operazione',
    text: 'Quanto resta in media di un’operazione chiusa, costi compresi. Si chiama anche expectancy.',
  },
  recovery_factor: {
    name: 'Fattore di recupero',
    text: 'Il ROI totale diviso per il Drawdown Max: quanto rende ogni punto di caduta.',
  },
  sharpe: {
    name: 'Sharpe',
    text: 'Il rendimento giornaliero medio diviso per le sue oscillazioni, riportato a un anno. Si calcola da 30 giorni in poi.',
  },
  sortino: {
    name: 'Sortino',
    text: 'Come lo Sharpe, ma contano solo le oscillazioni in perdita.',
  },
  exposure: {
    name: 'Tempo con posizioni aperte',
    text: 'La parte del tempo osservato con almeno una posizione aperta; più posizioni insieme contano una volta.',
  },
  symbol_share: {
    name: 'Quota',
    text: 'Quanta parte dei guadagni viene da questo simbolo; sotto zero se ha perso.',
  },
} as const satisfies Record<string, { name: string; text: string }>

export type DefinedTerm = keyof typeof definitions
