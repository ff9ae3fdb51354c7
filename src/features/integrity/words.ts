import type { FindingCode } from './catalogue.ts'

// What everybody reads of the findings (`docs/integrity.md`). A sentence says what was seen, never why somebody did it.

/** What each level says was checked, and what was not. */
export const levelSentences = {
  L0: {
    checked: 'Il conto è demo, non ha ancora inviato dati, oppure una segnalazione grave è stata confermata.',
    unchecked: 'Le sue cifre non valgono come verificate.',
  },
  L1: {
    checked: 'Dati inviati dal terminale del trader, e guardati dai controlli automatici.',
    unchecked: 'Non abbiamo controllato di chi è il conto, né chiesto conferma al broker.',
  },
  L2: {
    checked:
      'Dati inviati dal terminale del trader, che ha provato di poter operare sul conto: ha messo e tolto un ordine con un nostro codice.',
    unchecked: 'Nessuno ha confrontato le cifre con una fonte esterna, né chiesto conferma al broker.',
  },
  L3: {
    checked:
      'Una persona di TopTrader ha confrontato saldo, operazioni e guadagno con una fonte esterna, e tornavano. La titolarità è provata.',
    unchecked: 'Il confronto vale per il giorno in cui è stato fatto. Non è una conferma del broker.',
  },
}

/** One sentence for each finding that everybody may read. */
export const publicSentences = {
  unofficial_version: 'L’Expert Advisor in uso non è una versione che abbiamo distribuito.',
  demo_server: 'Il conto si dichiara reale, ma il nome del suo server è quello di un conto di prova.',
  unknown_server:
    'Pochi o nessun altro trader di TopTrader usa lo stesso server: i suoi prezzi non si possono confrontare con altri.',
  cent_account: 'Il conto è in centesimi: gli importi sono un centesimo di quelli di un conto normale.',
  small_account: 'Il capitale del conto è piccolo: su somme maggiori lo stesso risultato può essere più difficile.',
  tiny_account: 'Il capitale del conto è minimo: i risultati dicono poco di come andrebbe con somme normali.',
  bonus_credit: 'Una parte grande del conto è credito o bonus del broker. Le cifre lo escludono.',
  unexplained_balance:
    'Il saldo è cambiato senza un’operazione che lo spieghi. Un aumento così conta come versamento, un calo come perdita.',
  balance_invented: 'Il saldo è cambiato molto, o più volte, senza operazioni che lo spieghino.',
  equity_mismatch: 'Saldo, equity e posizioni aperte inviati non tornano: quei dati non contano.',
  history_changed: 'Un’operazione già registrata è arrivata di nuovo con contenuto diverso. Conserviamo entrambe.',
  deal_cancelled: 'Un’operazione già registrata risulta annullata dal broker.',
  told_afterwards: 'Un’operazione è arrivata molto dopo la sua chiusura, quando lo storico risultava già completo.',
  history_put_in: 'Più operazioni, o molto denaro, sono arrivate molto dopo la chiusura, a storico già completo.',
  history_missing: 'Operazioni già registrate non compaiono più nello storico del terminale. Le conserviamo.',
  history_cut: 'Il terminale mostra meno storico di prima. Quello già ricevuto resta e conta.',
  ledger_mismatch: 'Il terminale mostra uno storico diverso da quello ricevuto.',
  late_records: 'Sono comparse in ritardo operazioni precedenti alla prima sincronizzazione: non contano.',
  future_time: 'Un’operazione portava un orario futuro: vale l’orario di ricezione.',
  clock_assumed: 'L’orologio del broker non era misurabile: gli orari sono approssimati.',
  never_seen_open:
    'Un’operazione chiusa non compariva tra le posizioni aperte quando il terminale le ha inviate tutte.',
  positions_withheld: 'Il terminale non elenca tutte le posizioni che dice aperte.',
  too_many_positions:
    'Le posizioni aperte sono più di quante il terminale possa elencarci: non le controlliamo una per una.',
  positions_invented: 'Più operazioni chiuse non erano mai comparse tra le posizioni aperte.',
  position_contradicted: 'Un’operazione chiusa non corrisponde alla posizione che avevamo visto aperta.',
  result_contradicted: 'Il risultato di una chiusura è più alto di quello che danno i suoi prezzi.',
  results_without_trades:
    'Parte del guadagno viene da dividendi, swap o altre voci positive, non da operazioni chiuse.',
  results_invented: 'Molto del guadagno non viene da operazioni chiuse, o non corrisponde ai loro prezzi.',
  low_coverage: 'Il terminale è rimasto scollegato a lungo: parte di quel tempo non è osservata.',
  unobserved_drawdown:
    'Con posizioni aperte, il terminale è rimasto scollegato a lungo: il drawdown di quelle ore non è osservato.',
  plan_gap: 'Il piano è rimasto scaduto per un periodo, e in quel periodo non ci sono dati.',
  account_changed: 'Il trader ha chiuso un conto precedente. Le sue cifre finali restano su questo profilo.',
  account_released: 'Questo conto è stato collegato a un altro profilo: su questo è ripartito da zero.',
  rescue_deposit: 'Un versamento importante è arrivato mentre le posizioni aperte erano in forte perdita.',
  repeated_rescues: 'Più volte un versamento è arrivato mentre le posizioni aperte erano in forte perdita.',
  blown_account: 'Nell’ultimo anno il conto ha perso quasi tutto quello che aveva al suo massimo.',
  deep_drawdown: 'Il drawdown degli ultimi mesi è alto.',
  extreme_drawdown: 'Il drawdown degli ultimi mesi è altissimo: più di metà del valore massimo.',
  hidden_loss: 'Le posizioni aperte tengono da giorni una perdita importante, che il saldo non mostra.',
  heavy_hidden_loss: 'Le posizioni aperte tengono una perdita molto grande, che il saldo non mostra.',
  hedged_growth: 'Il saldo cresce più dell’equity, con posizioni opposte aperte sullo stesso simbolo.',
  martingale: 'Dopo una perdita la dimensione delle operazioni aumenta più volte di seguito (martingala).',
  averaging: 'Apre più posizioni nello stesso verso man mano che il prezzo gli va contro (mediazione).',
  small_wins: 'Molte operazioni chiudono con un piccolo guadagno, poche con una perdita molto più grande.',
  old_losers: 'Alcune posizioni in perdita restano aperte molto più a lungo del solito.',
  one_lucky_trade: 'Gran parte del guadagno viene da una sola operazione o da un solo giorno.',
  very_short_trades: 'Più di metà delle operazioni dura pochissimo.',
  no_stop_loss: 'Quasi nessuna posizione ha avuto uno stop loss.',
} satisfies Partial<Record<FindingCode, string>>

/** The sentence of a finding; a code that this version does not know is shown as it is, never dropped. */
export function publicSentence(code: string): string {
  return sentenceIn(publicSentences, code) ?? unknownFinding(code)
}

export function unknownFinding(code: string): string {
  return `Segnalazione: ${code}.`
}

/** Undefined where the table lacks the code; names that every object has are no codes. */
export function sentenceIn<T>(table: Partial<Record<FindingCode, T>>, code: string): T | undefined {
  return Object.hasOwn(table, code) ? table[code as FindingCode] : undefined
}

/** Names of the sources of an external match. */
export const sourceNames: Record<string, string> = {
  myfxbook: 'Myfxbook',
  fxblue: 'FX Blue',
  mql5: 'MQL5',
  investor_login: 'Accesso in sola lettura al conto',
  other: 'Altra fonte',
}
