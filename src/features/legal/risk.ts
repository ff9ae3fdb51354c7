import { beyondChecks } from '#features/integrity/level-texts.ts'
import type { LegalSection } from '#shared/legal-section.ts'
import { pastResults } from '#shared/screen-texts.ts'

export const risk: readonly LegalSection[] = [
  {
    title: 'Puoi perdere tutto il capitale',
    paragraphs: [
      'Valute, indici, materie prime e criptovalute negoziati con leva sono prodotti complessi. Una piccola variazione del prezzo può azzerare il conto in poco tempo. Non usare denaro che non puoi permetterti di perdere.',
    ],
  },
  {
    title: pastResults,
    paragraphs: [
      'La classifica descrive ciò che è accaduto, non ciò che accadrà. Un trader primo oggi può perdere domani. Leggi sempre il drawdown accanto al rendimento.',
    ],
  },
  {
    title: 'Copiare un trader è un rischio tuo',
    paragraphs: [
      'Chi copia ottiene risultati diversi dal trader copiato: contano capitale, leva, costi, ritardi e prezzi del proprio broker. TopTrader non esegue né inoltra ordini: i link portano a servizi di terzi.',
    ],
  },
  {
    title: 'Che cosa vuol dire verificato',
    paragraphs: [
      'I dati arrivano dal terminale del trader, e controlli automatici li esaminano. Nessun livello è una conferma del broker. Diciamo «verificato» soltanto dal livello L2 in su. Ogni profilo mostra il proprio livello:',
    ],
    list: [
      'L0, Dati non verificati: conto demo, storico non ancora completo, oppure una segnalazione grave che una persona ha confermato;',
      'L1, Dati sincronizzati: dati inviati dal terminale del trader ed esaminati dai controlli automatici; di chi sia il conto non è provato;',
      'L2, Titolarità provata: il trader ha dimostrato di poter operare sul conto, con un ordine pendente che porta un nostro codice;',
      'L3, Riscontro esterno: inoltre una persona ha confrontato balance, operazioni e guadagno con una fonte esterna, in un giorno preciso.',
    ],
  },
  {
    id: 'controlli',
    title: 'Che cosa i controlli non vedono',
    paragraphs: [beyondChecks],
  },
  {
    title: 'Segnali a cui fare attenzione',
    paragraphs: ['Un rendimento alto può nascondere un metodo fragile. Diffida di:'],
    list: [
      'win rate altissimo con equity molto sotto il balance;',
      'poche operazioni o pochi giorni di storico;',
      'chi promette guadagni o chiede denaro in privato.',
    ],
  },
  {
    title: 'Solo informazione',
    paragraphs: [
      'I contenuti di TopTrader hanno scopo solo informativo. Non sono consulenza finanziaria, raccomandazione o sollecitazione all’investimento. Prima di decidere, valuta la tua situazione con un professionista abilitato.',
    ],
  },
]
