import type { Style } from '#features/ea/simulation/styles.ts'

/** The texts that a demonstration's trader writes: methods and limits, never a promised result. */
export interface ShowcaseTexts {
  subtitle: string
  description: string
  extended: string | null
  services: readonly string[]
  testimonials: readonly (readonly [author: string, content: string])[]
}

export type Theme = 'gold' | 'indices' | 'crypto' | 'averaging' | 'netting' | 'position' | 'swing' | 'intraday'

/** The theme of a style, in its trader's words. */
export function themeOf({ kind, symbols, hold }: Style): Theme {
  if (kind === 'martingale' || kind === 'grid') return 'averaging'
  if (kind === 'netting') return 'netting'
  if (symbols.length === 1 && symbols[0] === 'XAUUSD') return 'gold'
  if (symbols.includes('BTCUSD') && symbols.length < 3) return 'crypto'
  if (symbols.every((symbol) => symbol === 'GER40' || symbol === 'US100')) return 'indices'
  return hold[0] >= 170 ? 'position' : hold[0] >= 20 ? 'swing' : 'intraday'
}

/** Traders who share a theme take the texts in order; later ones begin again with the first. */
export const textsOf: Record<Theme, readonly [ShowcaseTexts, ...ShowcaseTexts[]]> = {
  gold: [
    {
      subtitle: 'Oro in sessione europea: poche operazioni, rischio deciso prima',
      description:
        'Opero solo sull’oro, dalle 8 alle 17. Entro quando il prezzo torna su un livello già provato, con lo stop scritto prima dell’ingresso, e non lascio posizioni aperte durante le notizie.',
      extended:
        'Ho lavorato per anni in un ufficio acquisti di metalli. Da lì viene l’abitudine di guardare prima i volumi e poi il grafico. Le settimane senza operazioni esistono: quando il mercato non mi dà un livello chiaro, aspetto. Il riepilogo del venerdì arriva anche nelle settimane in perdita.',
      services: ['Copia delle operazioni', 'Riepilogo del venerdì', 'Gestione del rischio', 'Canale Telegram'],
      testimonials: [
        [
          'Paolo R.',
          'La cosa che apprezzo di più è il venerdì: arriva il riepilogo anche quando la settimana è in perdita.',
        ],
        ['Anonimo', 'Spiega sempre dov’è lo stop, prima di entrare.'],
      ],
    },
  ],
  indices: [
    {
      subtitle: 'DAX e Nasdaq all’apertura, poi si chiude',
      description:
        'Seguo due indici e due ore del giorno: l’apertura di Francoforte e quella di New York. A metà pomeriggio il conto è vuoto. Chi mi copia sa in anticipo quando sarò a mercato e quando no.',
      extended: null,
      services: ['Segnali in tempo reale', 'Diretta del mattino', 'Diario delle operazioni'],
      testimonials: [['Marta G.', 'Gli orari sono quelli scritti: per chi lavora è la cosa più comoda.']],
    },
    {
      subtitle: 'Indici con regole scritte, anche per le giornate storte',
      description:
        'Due strumenti, un solo schema: rottura dell’intervallo del mattino, stop dall’altra parte. Dopo due perdite di fila la giornata finisce. Le regole sono nella guida qui sotto, e il registro mostra se le rispetto.',
      extended: null,
      services: ['Guida al metodo', 'Copia delle operazioni'],
      testimonials: [],
    },
  ],
  crypto: [
    {
      subtitle: 'Bitcoin senza leva alta e senza fretta',
      description:
        'Un solo mercato, aperto anche di notte: per questo la dimensione delle posizioni è piccola e lo stop è sempre sul server. Racconto ogni operazione chiusa, nel bene e nel male, sul canale pubblico.',
      extended: null,
      services: ['Canale pubblico', 'Diario delle operazioni', 'Domande e risposte'],
      testimonials: [['Luigi T.', 'Finalmente qualcuno che scrive anche delle operazioni sbagliate.']],
    },
  ],
  averaging: [
    {
      subtitle: 'Cambi incrociati con più ingressi e un limite di perdita',
      description:
        'Divido l’ingresso in più parti mentre il prezzo si allontana. È un metodo che può subire cali profondi: per questo c’è un limite di perdita sull’intero gruppo di posizioni, e consiglio di destinargli solo una parte del capitale.',
      extended:
        'Il drawdown di questo conto va letto prima del rendimento. Nel canale spiego ogni volta quante parti sono aperte e dove si trova il limite. Chi non è a suo agio con cali a due cifre farebbe bene a scegliere un altro metodo.',
      services: ['Copia delle operazioni', 'Avvisi sul drawdown', 'Assistenza alla configurazione'],
      testimonials: [['Anonimo', 'Ha insistito perché partissi con un capitale piccolo. Aveva ragione.']],
    },
  ],
  netting: [
    {
      subtitle: 'Una posizione alla volta, sempre nella stessa direzione del mese',
      description:
        'Uso un conto netting: niente operazioni opposte aperte insieme. La direzione si decide a inizio mese e cambia solo se lo fa il quadro generale. È un metodo lento, adatto a chi non ha bisogno di movimento ogni giorno.',
      extended: null,
      services: ['Copia delle operazioni', 'Nota mensile sui mercati'],
      testimonials: [['Sabrina C.', 'La nota di inizio mese vale da sola: si capisce perché è comprato o venduto.']],
    },
  ],
  position: [
    {
      subtitle: 'Poche idee all’anno, tenute per settimane',
      description:
        'Indici, oro e valute con operazioni che durano settimane. Guardo il grafico una volta al giorno, la sera. Lo stop è largo e la dimensione è piccola: i risultati si leggono per trimestri, non per giorni.',
      extended:
        'Insegno economia in un istituto tecnico e opero per conto mio dal 2014. Il conto collegato qui è quello vero, con tutte le operazioni: anche quelle che avrei preferito non fare. Rispondo alle domande la domenica sera, nella diretta con chi mi segue.',
      services: [
        'Copia delle operazioni',
        'Diretta della domenica',
        'Nota trimestrale',
        'Portafoglio commentato',
        'Corsi',
      ],
      testimonials: [
        ['Giorgio P.', 'Ci ho messo un mese a capire che non fare niente è parte del metodo.'],
        ['Elisa V., Verona', 'Nelle dirette risponde anche alle domande scomode.'],
      ],
    },
    {
      subtitle: 'Tendenze lunghe su indici e metalli',
      description:
        'Cerco movimenti che durano mesi e accetto molte piccole uscite in perdita per trovarli. Chi mi copia deve mettere in conto periodi fermi: li racconto mentre succedono, nel diario collegato qui sotto.',
      extended: null,
      services: ['Diario delle operazioni', 'Copia delle operazioni', 'Segnali via mail'],
      testimonials: [['Anonimo', 'Il diario è scritto bene e senza toni da venditore.']],
    },
    {
      subtitle: 'Dalla prima sincronizzazione, passo dopo passo',
      description:
        'Sono qui da poche settimane: il registro ha ancora pochi dati e conviene aspettare prima di giudicare. Intanto spiego come lavoro, con quali limiti e che cosa faccio quando un’idea si rivela sbagliata.',
      extended: null,
      services: ['Diario delle operazioni'],
      testimonials: [],
    },
  ],
  swing: [
    {
      subtitle: 'Swing sui cambi: due o tre operazioni la settimana',
      description:
        'Entro sui ritorni dentro una tendenza settimanale e resto a mercato qualche giorno. Ogni operazione rischia la stessa parte del conto. Il registro mostra tutto: io aggiungo solo il perché, in poche righe.',
      extended: null,
      services: ['Copia delle operazioni', 'Analisi della domenica', 'Gruppo Discord', 'Consulenza individuale'],
      testimonials: [
        ['Francesco L.', 'Le analisi della domenica sono brevi e si capiscono. Poi durante la settimana le rispetta.'],
        ['Nadia M., Lugano', 'Risultati in linea con il registro, differenze di pochi decimi per via del mio broker.'],
      ],
    },
    {
      subtitle: 'Cambi e oro, dal grafico giornaliero',
      description:
        'Decido la sera, a mercato tranquillo, e di giorno faccio altro. Gli ordini sono in attesa con stop e obiettivo già scritti. Se l’occasione non arriva entro due giorni, cancello l’ordine e ricomincio da capo.',
      extended: null,
      services: ['Ordini in anticipo', 'Copia delle operazioni', 'Riepilogo mensile'],
      testimonials: [['Anonimo', 'Ricevo gli ordini la sera e li metto con calma: per me che lavoro è perfetto.']],
    },
  ],
  intraday: [
    {
      subtitle: 'Intraday sui cambi principali, dalle 8 alle 18',
      description:
        'Lavoro sulle prime ore di Londra e sull’apertura americana. Prendo metà del profitto a metà strada e sposto lo stop in pari. A fine giornata il conto è chiuso, qualunque cosa succeda.',
      extended:
        'Ho cominciato come analista in una banca di Torino e da sette anni opero in proprio. Sul canale trovi il piano della mattina e il commento della sera, scritti prima e dopo: così si vede che cosa avevo in mente davvero.',
      services: ['Piano del mattino', 'Copia delle operazioni', 'Commento della sera', 'Corso di base'],
      testimonials: [
        ['Davide S.', 'Il piano del mattino arriva prima dell’apertura, non dopo.'],
        ['Anonimo', 'Mi piace che scriva anche quando quel giorno non ha operato.'],
      ],
    },
    {
      subtitle: 'Euro e sterlina, una finestra al giorno',
      description:
        'Una sola finestra, dalle 9 alle 12, e al massimo tre operazioni. È poco, ed è voluto: meno decisioni, meno errori. Chi mi copia vede lo stesso piano che uso io, con livelli e motivi.',
      extended: null,
      services: ['Piano del mattino', 'Copia delle operazioni', 'Diario pubblico'],
      testimonials: [['Carla B.', 'Tre operazioni al massimo: è la prima persona che conosco che lo rispetta.']],
    },
    {
      subtitle: 'Più mercati, una regola sola: prima il rischio',
      description:
        'Valute, oro e un indice, con la stessa regola per tutti: la perdita massima di ogni operazione si decide prima di guardare il possibile guadagno. Scelgo in base alla volatilità del giorno, non alla simpatia per un grafico.',
      extended: null,
      services: ['Copia delle operazioni', 'Calcolo della posizione', 'Canale Telegram'],
      testimonials: [['Roberta F.', 'Mi ha insegnato a calcolare la dimensione prima di tutto il resto.']],
    },
    {
      subtitle: 'Le aperture delle borse, raccontate mentre succedono',
      description:
        'Seguo le prime ore di Londra in diretta, a voce, con il grafico condiviso. Quando entro lo dico, quando sbaglio anche. La diretta resta disponibile per chi lavora e la guarda la sera.',
      extended: null,
      services: ['Diretta del mattino', 'Registrazioni', 'Copia delle operazioni'],
      testimonials: [
        ['Anonimo', 'Guardo le registrazioni la sera: si impara più dagli errori che dai colpi riusciti.'],
      ],
    },
  ],
}
