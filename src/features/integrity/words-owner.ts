import type { FindingCode } from './catalogue.ts'
import { sentenceIn, unknownFinding } from './words.ts'

/** What the owner of an account reads of a finding: what was seen, and what they can answer or do. */
export interface OwnerWords {
  seen: string
  answer: string
}

const wait = 'Non devi fare nulla: resta visibile finché la situazione dura.'
const keepOn = 'Tieni acceso il terminale, meglio su una VPS: la segnalazione si toglie da sola con i giorni osservati.'
const statement =
  'Allega al messaggio il periodo e le operazioni dall’estratto conto del broker, con i numeri di ticket.'

export const ownerWords = {
  // Who sends
  other_account_sent: {
    seen: 'Il tuo token è stato usato su un altro conto MetaTrader. I dati di quel conto sono stati rifiutati.',
    answer: 'Se sei stato tu, rimetti l’EA sul conto collegato o usa «Cambia conto». Se no, rigenera il token.',
  },
  account_released: {
    seen: 'Questo conto era collegato a un altro profilo: dopo un controllo è passato a te, e riparte da zero.',
    answer: 'Non devi fare nulla: resta visibile su questo profilo.',
  },
  two_terminals: {
    seen: 'Due terminali inviano dati con lo stesso token.',
    answer: 'Tieni l’EA su un solo grafico di un solo terminale. Nessun dato è andato perso.',
  },
  two_senders: {
    seen: 'Il token è stato usato a turno da due reti diverse: lo abbiamo disattivato.',
    answer: 'Rigenera il token e inseriscilo in un solo terminale. Rispondi dicendo quali terminali sono tuoi.',
  },
  unofficial_version: {
    seen: 'L’EA che usi non è una versione che abbiamo distribuito.',
    answer: 'Scarica l’EA da questa pagina, compilalo e rimettilo sul grafico: la segnalazione si toglie da sola.',
  },
  demo_server: {
    seen: 'Il conto si dichiara reale, ma il nome del server contiene parole da conto di prova.',
    answer: 'Se il conto è reale, rispondi con il nome del broker e la pagina in cui elenca i suoi server.',
  },
  demo_server_name: {
    seen: 'Il nome del server comincia con una parola che di solito indica un conto di prova.',
    answer: 'Se è il nome del tuo broker, rispondi con l’indirizzo della sua pagina dei server.',
  },
  unknown_server: {
    seen: 'Sul server del tuo conto ci sono pochi altri trader, o nessuno: i prezzi non si possono confrontare.',
    answer: 'Non devi fare nulla: si toglie da sola quando altri trader usano lo stesso server.',
  },
  trade_mode_changed: {
    seen: 'Il conto è passato da demo a reale, o viceversa.',
    answer: 'Rispondi dicendo che cosa è cambiato presso il broker.',
  },
  investor_login: {
    seen: 'Il terminale è collegato con la password investor da giorni: non può operare.',
    answer: 'Per provare la titolarità accedi con la password principale. Per la classifica non serve.',
  },
  // The account
  currency_changed: {
    seen: 'La valuta del conto è cambiata.',
    answer: 'Rispondi dicendo se il broker ha convertito il conto, e quando.',
  },
  cent_account: { seen: 'Il tuo conto è in centesimi, e il profilo lo dice.', answer: wait },
  small_account: { seen: 'Il capitale del conto è piccolo, e il profilo lo dice.', answer: wait },
  tiny_account: { seen: 'Il capitale del conto è minimo, e il profilo lo dice.', answer: wait },
  bonus_credit: {
    seen: 'Una parte grande del conto è credito o bonus. Le cifre lo escludono.',
    answer: 'Si toglie da sola quando il credito scende o il broker lo ritira.',
  },
  told_afterwards: {
    seen: 'Un’operazione è arrivata molto dopo la sua chiusura, quando lo storico risultava già completo.',
    answer: `Rispondi dicendo perché è arrivata tardi. ${statement}`,
  },
  history_put_in: {
    seen: 'Più operazioni, o molto denaro, sono arrivate a storico già completo: il conto è in verifica.',
    answer: `Rispondi dicendo perché sono arrivate tardi. ${statement}`,
  },
  unexplained_balance: {
    seen: 'Il saldo è cambiato di una somma che nessuna operazione inviata spiega.',
    answer: `Controlla che lo storico del terminale sia su «Tutta la cronologia». Se manca un’operazione, rispondi. ${statement}`,
  },
  balance_invented: {
    seen: 'Il saldo è cambiato molto, o più volte, senza operazioni che lo spieghino: il conto è in verifica.',
    answer: `Rispondi dicendo da dove viene la somma. ${statement}`,
  },
  equity_mismatch: {
    seen: 'Saldo, equity e posizioni aperte inviati non tornano: quei dati non contano.',
    answer: 'Di solito passa da solo. Se resta, riavvia il terminale e controlla di usare l’ultima versione dell’EA.',
  },
  // The history
  history_changed: {
    seen: 'Un’operazione già registrata è arrivata di nuovo con contenuto diverso: il conto è in verifica.',
    answer: `Se il broker l’ha corretta, rispondi e dillo. ${statement}`,
  },
  deal_cancelled: {
    seen: 'Un’operazione già registrata risulta annullata dal broker.',
    answer: 'Rispondi con la comunicazione del broker, se ne hai una.',
  },
  history_missing: {
    seen: 'Operazioni già registrate non compaiono più nel terminale: il conto è in verifica.',
    answer: `In MT4 scegli «Tutta la cronologia» nella scheda Storico del conto. Se mancano ancora, rispondi. ${statement}`,
  },
  charges_changed: {
    seen: 'Swap o commissioni di operazioni già registrate sono cambiati.',
    answer: 'Non devi fare nulla: molti broker li aggiornano dopo la chiusura.',
  },
  history_cut: {
    seen: 'Il terminale mostra meno storico di prima.',
    answer: 'In MT4 fai clic destro nella scheda Storico del conto e scegli «Tutta la cronologia».',
  },
  ledger_mismatch: {
    seen: 'Lo storico del terminale non coincide con quello che abbiamo ricevuto.',
    answer: 'In MT4 scegli «Tutta la cronologia». La segnalazione si toglie quando i due tornano uguali.',
  },
  late_records: {
    seen: 'Sono comparse in ritardo operazioni precedenti alla prima sincronizzazione: non contano.',
    answer: 'Non devi fare nulla. Con un riscontro esterno lo storico precedente conta.',
  },
  future_time: {
    seen: 'Un’operazione portava un orario futuro: vale l’orario di ricezione.',
    answer: 'Controlla data e ora del computer o della VPS.',
  },
  clock_assumed: {
    seen: 'L’orologio del broker non era misurabile: gli orari sono approssimati.',
    answer: 'Non devi fare nulla. Tieni l’EA su un simbolo che riceve prezzi tutto il giorno.',
  },
  clock_unfitted: {
    seen: 'L’orologio del broker non segue nessun fuso conosciuto: gli orari sono approssimati.',
    answer: 'Controlla data e ora del computer o della VPS.',
  },
  clock_refused: {
    seen: 'Un cambio dell’orologio del broker non era plausibile, e non lo abbiamo seguito.',
    answer: 'Controlla data e ora del computer o della VPS.',
  },
  never_seen_open: {
    seen: 'Un’operazione chiusa non compariva tra le posizioni aperte quando il terminale le ha inviate tutte.',
    answer: `Rispondi dicendo come è stata aperta e chiusa. ${statement}`,
  },
  positions_withheld: {
    seen: 'Il terminale non elenca tutte le posizioni che dice aperte.',
    answer: 'Usa l’Expert Advisor scaricato da qui, senza modifiche: le elenca da solo.',
  },
  too_many_positions: {
    seen: 'Hai più di 200 posizioni aperte: il terminale non può elencarcele tutte.',
    answer: 'Si toglie da sola quando scendono a 200 o meno. Se ti viene chiesto, rispondi con l’estratto conto.',
  },
  positions_invented: {
    seen: 'Più operazioni chiuse non erano mai comparse tra le posizioni aperte: il conto è in verifica.',
    answer: `Rispondi dicendo come sono state aperte e chiuse. ${statement}`,
  },
  position_contradicted: {
    seen: 'Un’operazione chiusa non corrisponde alla posizione vista aperta: il conto è in verifica.',
    answer: `Rispondi dicendo che cosa è successo a quella posizione. ${statement}`,
  },
  result_contradicted: {
    seen: 'Il risultato di una chiusura è più alto di quello che danno prezzi e volume.',
    answer: `Rispondi dicendo come è stata chiusa. ${statement}`,
  },
  results_without_trades: {
    seen: 'Parte del guadagno viene da dividendi, swap o altre voci positive, non da operazioni chiuse.',
    answer: `Rispondi dicendo che cosa sono quelle somme. ${statement}`,
  },
  results_invented: {
    seen: 'Molto guadagno non viene da operazioni chiuse, o non corrisponde ai prezzi: il conto è in verifica.',
    answer: `Rispondi dicendo da dove viene. ${statement}`,
  },
  // What was observed
  low_coverage: { seen: 'Il terminale è rimasto scollegato a lungo.', answer: keepOn },
  unobserved_drawdown: {
    seen: 'Con posizioni aperte, il terminale è rimasto scollegato a lungo.',
    answer: 'Tieni acceso il terminale finché hai posizioni aperte, meglio su una VPS.',
  },
  plan_gap: {
    seen: 'Il piano è rimasto scaduto per un periodo: quei giorni non sono osservati.',
    answer: 'Rinnova prima della scadenza: i dati restano senza buchi.',
  },
  account_changed: { seen: 'Hai chiuso un conto precedente: le sue cifre finali restano sul profilo.', answer: wait },
  // How the account is run
  rescue_deposit: {
    seen: 'Hai versato una somma importante mentre le posizioni aperte erano in forte perdita.',
    answer: 'Il profilo lo dice per un anno. Il versamento non conta come guadagno.',
  },
  repeated_rescues: {
    seen: 'Più volte hai versato mentre le posizioni aperte erano in forte perdita.',
    answer: 'Puoi rispondere spiegando i versamenti. Nessun versamento conta come guadagno.',
  },
  blown_account: { seen: 'Nell’ultimo anno il conto ha perso quasi tutto il suo massimo.', answer: wait },
  deep_drawdown: { seen: 'Il drawdown degli ultimi mesi è alto.', answer: wait },
  extreme_drawdown: {
    seen: 'Il drawdown degli ultimi mesi supera metà del valore massimo.',
    answer: 'Puoi rispondere. Si toglie da sola quando il periodo finisce.',
  },
  hidden_loss: {
    seen: 'Le posizioni aperte tengono da giorni una perdita importante.',
    answer: 'Si toglie da sola quando saldo ed equity tornano vicini.',
  },
  heavy_hidden_loss: {
    seen: 'Le posizioni aperte tengono una perdita molto grande.',
    answer: 'Puoi rispondere. Si toglie da sola quando saldo ed equity tornano vicini.',
  },
  hedged_growth: {
    seen: 'Il saldo cresce più dell’equity, con posizioni opposte sullo stesso simbolo.',
    answer: 'Rispondi spiegando come usi le posizioni opposte.',
  },
  martingale: {
    seen: 'Dopo una perdita la dimensione delle tue operazioni aumenta più volte di seguito.',
    answer: wait,
  },
  averaging: { seen: 'Apri più posizioni nello stesso verso man mano che il prezzo va contro.', answer: wait },
  small_wins: { seen: 'Molti piccoli guadagni e poche perdite molto più grandi.', answer: wait },
  old_losers: {
    seen: 'Alcune posizioni in perdita restano aperte molto più a lungo del solito.',
    answer: 'Si toglie da sola quando quelle posizioni si chiudono.',
  },
  one_lucky_trade: { seen: 'Gran parte del guadagno viene da una sola operazione o da un solo giorno.', answer: wait },
  very_short_trades: { seen: 'Più di metà delle tue operazioni dura pochissimo.', answer: wait },
  no_stop_loss: { seen: 'Quasi nessuna delle tue posizioni ha avuto uno stop loss.', answer: wait },
  // Words
  false_claims: {
    seen: 'Nome o presentazione contengono promesse, o numeri diversi da quelli verificati.',
    answer: 'Correggi il testo: scrivi solo cifre che il profilo mostra, e nessuna promessa di guadagno.',
  },
  match_refused: {
    seen: 'Le cifre della fonte esterna non coincidevano con quelle del conto.',
    answer: 'Controlla che la fonte sia aggiornata a oggi e riguardi lo stesso conto, poi chiedi un nuovo confronto.',
  },
} satisfies Partial<Record<FindingCode, OwnerWords>>

export function ownerSentences(code: string): OwnerWords {
  return (
    sentenceIn<OwnerWords>(ownerWords, code) ?? {
      seen: unknownFinding(code),
      answer: 'Se non ti torna, rispondi o scrivici.',
    }
  )
}
