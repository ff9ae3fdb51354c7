import type { GuideSection } from './blocks.ts'

/** Kinds of accounts, sent data, and how the terminal stays running. */
export const accounts: readonly GuideSection[] = [
  {
    id: 'conti',
    title: 'Hedging, netting, cent, password investitore',
    blocks: [
      {
        points: [
          '**Hedging e netting**: non devi scegliere nulla. L’EA li riconosce e legge chiusure parziali, «chiudi con» e inversioni.',
          '**Conto in centesimi** (cent): gli importi restano nella valuta del conto (per esempio USC). Il profilo lo dice.',
          '**Crediti e bonus** del broker: si leggono, ma non contano come guadagno.',
          '**Password investitore**: l’EA funziona lo stesso. Non basta però per provare la titolarità.',
          '**Conto demo**: compare in classifica senza posizione.',
          '**MetaTrader 4**: se restringi la scheda Storico conto, l’EA vede di meno. Tienila su «Tutta la cronologia».',
          '**Posizioni già aperte**: le perdite già aperte contano da subito. La crescita si misura dal maggiore tra balance ed equity del primo invio: una perdita già aperta conta, un guadagno già aperto no.',
          '**Dividendi e commissioni rimborsate** (cashback): contano come risultato. Oltre l’1% del balance in 30 giorni una persona li guarda, e il profilo lo dice. Oltre il 5% il conto resta fuori classifica finché non ha deciso.',
          '**Storico di prima**: le operazioni chiuse prima della prima sincronizzazione si vedono a parte. Contano solo con un riscontro esterno in vigore (livello L3).',
        ],
      },
    ],
  },
  {
    id: 'vps',
    title: 'Sempre acceso: il VPS',
    blocks: [
      {
        text: 'L’EA invia solo mentre il terminale è aperto. Se il computer dorme, il conto risulta prima in ritardo e poi disconnesso; dopo 72 ore esce dalla classifica. Nulla va perso: al ritorno l’EA invia quello che manca. Le ore non viste restano però segnate.',
      },
      {
        steps: [
          'Prendi un VPS Windows, oppure quello del tuo broker.',
          'Installa lì il terminale e accedi al conto.',
          'Ripeti i passi da 1 a 5: l’indirizzo va autorizzato anche lì.',
          'Togli l’EA dal computer di casa. Due terminali con lo stesso token sono segnalati.',
        ],
      },
    ],
  },
  {
    id: 'dati',
    title: 'Che cosa invia, e che cosa no',
    blocks: [
      {
        points: [
          '**Invia**: numero del conto, server, broker, valuta, leva, tipo di conto; balance, equity, margine, credito; posizioni aperte; operazioni chiuse e movimenti di denaro con i loro commenti; ora del terminale; versione e build.',
          '**Invia gli ordini pendenti** solo se il commento inizia con `TT-`: servono a provare la titolarità.',
          '**Non invia**: password, nome dell’intestatario, file, schermate, altri programmi, altri conti.',
          '**Non opera**: nel sorgente non c’è nessuna funzione di trading, e non usa DLL.',
          'Sul tuo computer non scrive file.',
        ],
      },
      {
        text: 'Il token va nell’intestazione di ogni richiesta, cifrata dal collegamento `https`. Chi lo ha può inviare dati a tuo nome, non leggere il conto né operare. Se lo hai mostrato a qualcuno, rigeneralo: il precedente smette subito di valere.',
      },
    ],
  },
]
