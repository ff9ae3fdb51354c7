import type { LegalSection } from '#shared/legal-section.ts'

export const accessibility: readonly LegalSection[] = [
  {
    title: 'A che cosa miriamo',
    paragraphs: [
      'Vogliamo che TopTrader si usi con la tastiera, con un lettore di schermo, ingrandito e in entrambi i temi. Il riferimento è la norma EN 301 549, con le WCAG 2.2 al livello AA.',
      'Oggi il sito è parzialmente conforme. Lo diciamo in base a prove nostre, automatiche e a mano: nessun ente esterno lo ha valutato.',
    ],
  },
  {
    title: 'Che cosa non è ancora coperto',
    paragraphs: ['Questi limiti li conosciamo:'],
    list: [
      'solo il grafico del conto si legge anche un giorno alla volta, con le frecce; gli altri grafici dicono in breve che cosa mostrano, e hanno i valori in una tabella, tranne le linee dell’andamento in classifica e nelle vetrine;',
      'testi, immagini, video e PDF delle vetrine li forniscono i trader: possono mancare descrizioni, sottotitoli e struttura;',
      'la pagina del pagamento è di un fornitore esterno: non l’abbiamo valutata;',
      'il pannello dentro MetaTrader dipende dal terminale e non parla ai lettori di schermo; la dashboard mostra lo stesso stato;',
      'non abbiamo ancora completato prove con persone che usano ogni giorno un lettore di schermo.',
    ],
  },
  {
    title: 'Segnalaci un ostacolo',
    paragraphs: [
      'Scrivi al contatto qui sotto, o dalla pagina Contattaci. Indica la pagina, che cosa volevi fare e con quale programma. Se ti serve un contenuto in un’altra forma, chiedilo allo stesso modo.',
      'Se la risposta non arriva o non basta, puoi rivolgerti all’Agenzia per l’Italia Digitale (AgID).',
    ],
  },
]
