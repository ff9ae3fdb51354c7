import { findingCodes, type FindingCode } from './catalogue.ts'
import { sentenceIn, unknownFinding } from './words.ts'

/** What an admin reads of each finding: what the rule saw, and what else may explain it. */
export const adminSentences: Record<FindingCode, string> = {
  other_account_sent:
    'Il token di questo conto ha inviato i dati di un altro conto: rifiutati. Errore o token condiviso.',
  account_claimed:
    'Un altro utente vuole questo conto: i suoi dati sono rifiutati. Due profili, o un estraneo lo ha collegato prima.',
  account_released:
    'Il numero era di un altro profilo: una persona lo ha passato a questo. La vecchia storia resta là.',
  requests_replayed: 'Arrivate richieste vecchie o ripetute: ignorate. Rete instabile, o corpo registrato e rispedito.',
  two_terminals:
    'Due avvii dell’EA inviano con lo stesso token. Spesso due grafici o due computer della stessa persona.',
  two_senders: 'Due reti si alternano con due avvii diversi: token disattivato. VPS e casa, oppure token rubato.',
  unofficial_version: 'La versione dell’EA non è tra quelle distribuite. Aggiornamento mancato o programma proprio.',
  networks_in_turn:
    'Lo stesso avvio dell’EA arriva a turno da due reti. Due linee di casa, VPN, o token copiato con il suo avvio.',
  demo_server_name:
    'Il nome del server comincia con una parola da conto di prova: forse è il nome del broker. Controlla il suo elenco.',
  demo_server:
    'Il conto dice reale, il nome del server dice demo, trial o contest. Controlla l’elenco server del broker.',
  unknown_server:
    'Meno trader della soglia su questo server: ticket e prezzi non hanno confronto. Broker piccolo, o server proprio.',
  trade_mode_changed: 'Il tipo di conto (demo, reale) è cambiato sotto lo stesso numero. Chiedi conferma al broker.',
  investor_login: 'Il terminale non può operare da giorni: password investor, o operatività sospesa dal broker.',
  shared_network:
    'Più conti di persone diverse dalla stessa rete. Le VPS condividono gli indirizzi: non basta da solo.',
  currency_changed:
    'La valuta del conto è cambiata sotto lo stesso numero. Rara conversione del broker, o conto diverso.',
  cent_account: 'Conto in centesimi, dalla valuta o dal valore per lotto.',
  small_account: 'Equity mediana sotto la prima soglia.',
  tiny_account: 'Equity mediana sotto la soglia minima.',
  bonus_credit: 'Il credito supera la quota consentita dell’equity.',
  unexplained_balance:
    'Il saldo è cambiato oltre la tolleranza senza record. Correzione o dividendo non esportato, o omissione.',
  balance_invented:
    'Variazione di saldo grave, o ripetuta, senza record. Può alzare la crescita: chiedi l’estratto conto.',
  equity_mismatch:
    'Equity diversa da saldo + credito + flottante oltre la tolleranza. Ritardo dei prezzi, o cifre ritoccate.',
  history_changed: 'Un record registrato è cambiato in modo grave. Correzione del broker, o storico riscritto.',
  deal_cancelled: 'Un deal registrato è diventato annullato. Di norma è un atto del broker.',
  told_afterwards:
    'Trade chiusi prima di due scatti completi, inviati dopo. Storico caricato tardi, o trade scelti a esito noto.',
  history_put_in: 'Trade inviati a storico già completo, ripetuti o grandi. Confronta con l’estratto conto del broker.',
  history_missing:
    'Record registrati mancano dalla rilettura completa. Archiviazione del broker, o cancellazione mirata.',
  charges_changed: 'Swap o commissioni aggiornati dopo la chiusura. Frequente e innocuo.',
  history_cut: 'Lo storico visibile è calato. In MT4 di solito è il filtro della scheda Storico.',
  ledger_mismatch: 'Conteggio o somma dello storico del terminale non coincidono con i nostri record.',
  late_records: 'Record anteriori alla prima sincronizzazione arrivati dopo. Non contano.',
  future_time: 'Orario del record nel futuro: vale la ricezione.',
  clock_assumed: 'Fuso del broker non misurabile: assunto.',
  clock_unfitted: 'Le misure dell’orologio non stanno in nessun fuso conosciuto.',
  clock_refused: 'Cambio di fuso non plausibile: rifiutato.',
  impossible_times: 'Chiusura prima dell’apertura, o operazione a mercato chiuso. Controlla fuso e simbolo.',
  never_seen_open:
    'Un trade copre uno scatto con tutte le posizioni, ma non vi compare. Possibile record aggiunto dopo.',
  positions_withheld:
    'Elenca meno posizioni di quante dice aperte: le regole R53 e R54 non vedono. Non è il nostro EA.',
  too_many_positions: 'Più di 200 posizioni aperte: R53 non vede quelle fuori elenco. Griglia, o elenco riempito.',
  positions_invented: 'Più trade mai visti aperti entro il periodo. Il profilo tipico di operazioni aggiunte a mano.',
  position_contradicted: 'Prezzo, verso o volume della chiusura contraddicono la posizione vista aperta.',
  result_contradicted:
    'Il profitto di una chiusura supera prezzi × volume × valore per lotto. Contratto cambiato, o cifra ritoccata.',
  results_without_trades:
    'Voci positive che non sono trade (dividendi, swap, rimborsi, profitto su ingressi) oltre la quota del saldo.',
  results_invented: 'Risultati senza trade, o non spiegati dai prezzi, oltre la soglia grave. Chiedi l’estratto conto.',
  ticket_order:
    'I ticket del conto non crescono con il tempo oltre la quota. Migrazione di server, o record inventati.',
  ticket_line:
    'I ticket stanno fuori dalla linea dei conti dello stesso server. Server in più datacenter, o record inventati.',
  value_per_lot:
    'Il valore per punto e lotto di un simbolo varia troppo in un giorno, o supera quello di un lotto. Controlla il contratto.',
  peer_price: 'Prezzi lontani da quelli di altri conti sullo stesso simbolo e minuto. Controlla suffissi e spread.',
  frozen_market: 'Flottante e prezzi immobili a mercato aperto. Simbolo fermo, o programma che imita l’EA.',
  low_coverage: 'Quota di intervalli osservati sotto la soglia.',
  unobserved_drawdown: 'Intervallo senza sincronizzazioni con posizioni aperte.',
  plan_gap: 'Dati interrotti dalla scadenza del piano.',
  account_changed: 'Il trader ha chiuso un conto precedente.',
  rescue_deposit: 'Versamento oltre soglia durante una perdita flottante.',
  repeated_rescues: 'Versamenti in perdita ripetuti nel periodo.',
  blown_account: 'Caduta dal massimo oltre soglia negli ultimi dodici mesi.',
  deep_drawdown: 'Drawdown a 90 giorni oltre la prima soglia.',
  extreme_drawdown: 'Drawdown a 90 giorni oltre la seconda soglia.',
  hidden_loss: 'Perdita flottante sul saldo oltre soglia per più giorni.',
  heavy_hidden_loss: 'Perdita flottante sul saldo oltre la seconda soglia.',
  hedged_growth:
    'Saldo in crescita oltre l’equity con posizioni opposte. Può servire a mostrare solo le chiusure in utile.',
  martingale: 'Dimensione moltiplicata dopo le perdite, in serie ripetute.',
  averaging: 'Serie di ingressi nello stesso verso a prezzi peggiori.',
  small_wins: 'Win rate alto con perdite medie molto maggiori, o tenute molto più a lungo.',
  old_losers: 'Posizioni in perdita aperte oltre il proprio percentile.',
  one_lucky_trade: 'Un’operazione o un giorno fa più della quota consentita del profitto.',
  very_short_trades: 'Quota di operazioni brevissime oltre soglia.',
  no_stop_loss: 'Quota di posizioni senza stop loss oltre soglia.',
  mirror_account:
    'Le operazioni coincidono con quelle di un altro conto. Segnale copiato da molti, o la stessa persona.',
  opposite_account:
    'Le operazioni sono opposte a quelle di un altro conto. Possibile coppia: uno vince, l’altro si butta.',
  rule_failed: 'Una regola si è fermata con un errore su questo conto: le altre lo giudicano. Il log dice quale riga.',
  false_claims: 'Promesse vietate, o cifre lontane da quelle verificate, nei testi del trader.',
  match_refused: 'Il confronto con la fonte esterna è fuori tolleranza.',
}

export function adminSentence(code: string): string {
  return sentenceIn(adminSentences, code) ?? unknownFinding(code)
}

/** Short names for lists and filters. */
const names: Record<FindingCode, string> = {
  other_account_sent: 'Altro conto inviato',
  account_claimed: 'Conto rivendicato',
  account_released: 'Conto passato di profilo',
  requests_replayed: 'Richieste ripetute',
  two_terminals: 'Due terminali',
  two_senders: 'Due reti a turno',
  unofficial_version: 'Versione non ufficiale',
  networks_in_turn: 'Un avvio, due reti',
  demo_server: 'Server demo',
  demo_server_name: 'Nome simile a demo',
  unknown_server: 'Server poco usato',
  trade_mode_changed: 'Tipo di conto cambiato',
  investor_login: 'Password investor',
  shared_network: 'Rete condivisa',
  currency_changed: 'Valuta cambiata',
  cent_account: 'Conto in centesimi',
  small_account: 'Conto piccolo',
  tiny_account: 'Conto minimo',
  bonus_credit: 'Credito o bonus',
  unexplained_balance: 'Saldo non spiegato',
  balance_invented: 'Saldo gravemente non spiegato',
  equity_mismatch: 'Equity che non torna',
  history_changed: 'Storico cambiato',
  deal_cancelled: 'Operazione annullata',
  told_afterwards: 'Inviata a cose fatte',
  history_put_in: 'Più invii a cose fatte',
  history_missing: 'Storico mancante',
  charges_changed: 'Costi cambiati',
  history_cut: 'Storico ristretto',
  ledger_mismatch: 'Registri diversi',
  late_records: 'Record in ritardo',
  future_time: 'Orario futuro',
  clock_assumed: 'Orologio assunto',
  clock_unfitted: 'Orologio senza fuso',
  clock_refused: 'Cambio d’ora rifiutato',
  impossible_times: 'Orari impossibili',
  never_seen_open: 'Mai vista aperta',
  positions_withheld: 'Posizioni non elencate',
  too_many_positions: 'Troppe posizioni',
  positions_invented: 'Più operazioni mai viste aperte',
  position_contradicted: 'Posizione contraddetta',
  result_contradicted: 'Risultato contraddetto',
  results_without_trades: 'Risultati senza operazioni',
  results_invented: 'Risultati aggiunti',
  ticket_order: 'Ordine dei ticket',
  ticket_line: 'Ticket fuori linea',
  value_per_lot: 'Valore per lotto',
  peer_price: 'Prezzo fuori mercato',
  frozen_market: 'Mercato immobile',
  low_coverage: 'Copertura bassa',
  unobserved_drawdown: 'Drawdown non osservato',
  plan_gap: 'Buco del piano',
  account_changed: 'Conto cambiato',
  rescue_deposit: 'Salvataggio con versamento',
  repeated_rescues: 'Salvataggi ripetuti',
  blown_account: 'Conto quasi azzerato',
  deep_drawdown: 'Drawdown alto',
  extreme_drawdown: 'Drawdown altissimo',
  hidden_loss: 'Perdita aperta',
  heavy_hidden_loss: 'Perdita aperta molto grande',
  hedged_growth: 'Crescita con coperture',
  martingale: 'Martingala',
  averaging: 'Mediazione',
  small_wins: 'Piccole vincite',
  old_losers: 'Perdite lasciate aperte',
  one_lucky_trade: 'Risultato concentrato',
  very_short_trades: 'Operazioni brevissime',
  no_stop_loss: 'Senza stop loss',
  mirror_account: 'Conto gemello',
  opposite_account: 'Conto opposto',
  rule_failed: 'Regola ferma',
  false_claims: 'Testi non veri',
  match_refused: 'Riscontro rifiutato',
}

export function findingName(code: string): string {
  return sentenceIn(names, code) ?? code
}

/** All codes with their short names, in the order of the alphabet. */
export function findingNames(): { code: FindingCode; name: string }[] {
  return findingCodes
    .map((code) => ({ code, name: names[code] }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'it'))
}
