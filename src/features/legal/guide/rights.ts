import type { GuideSection } from './blocks.ts'

/** Actions of a trader: prove the account, answer a case, change the account, leave. */
export const rights: readonly GuideSection[] = [
  {
    id: 'titolarita',
    title: 'Prova che il conto è tuo',
    blocks: [
      {
        text: 'La sincronizzazione da sola non dice di chi è il conto. Con questa prova il livello passa da «Dati sincronizzati» a «Titolarità provata». Serve la password principale: con quella investitore non puoi mettere ordini.',
      },
      {
        steps: [
          'Nella dashboard, scheda della titolarità, chiedi il codice. Inizia con `TT-` e vale 24 ore.',
          'In MetaTrader apri un nuovo ordine **pendente** (per esempio Buy Limit), volume minimo, a un prezzo **molto lontano** da quello attuale, così che non scatti.',
          'Nel campo **Commento** incolla il codice, così com’è.',
          'Attendi la prossima sincronizzazione: la dashboard dice che l’ordine è stato visto.',
          '**Elimina l’ordine.** Dopo la sincronizzazione che non lo vede più, la titolarità è provata.',
        ],
      },
      {
        text: 'L’ordine lo metti e lo togli tu: l’EA non può farlo. Se il broker non permette commenti, scrivi all’assistenza.',
      },
    ],
  },
  {
    id: 'riscontro',
    title: 'Riscontro esterno',
    blocks: [
      {
        text: 'È il livello più alto, e serve la titolarità già provata. Una persona di TopTrader confronta balance, numero di operazioni chiuse e guadagno con una fonte che non dipende da te.',
      },
      {
        steps: [
          'Collega **lo stesso conto** a MyFxBook, FX Blue o MQL5, e rendi pubblica la pagina.',
          'Controlla che la pagina sia aggiornata a oggi.',
          'Scrivi all’assistenza con il link. Se non usi queste fonti, chiedi come fare il confronto con la password investitore.',
          'Se le cifre coincidono, la dashboard mostra il livello, la fonte e la scadenza.',
        ],
      },
      {
        points: [
          'Dura al massimo 30 giorni: prima della scadenza chiedi un nuovo confronto.',
          'Finché dura conta anche lo storico precedente alla prima sincronizzazione. Alla scadenza torna a parte.',
          'Se le cifre non coincidono, il livello resta com’è, e la dashboard lo dice. Si può riprovare.',
          'Non è una conferma del broker.',
        ],
      },
    ],
  },
  {
    id: 'segnalazioni',
    title: 'Segnalazioni e verifiche',
    blocks: [
      {
        text: 'A ogni sincronizzazione i controlli automatici cercano incongruenze nei dati. Quello che trovano è una **segnalazione**: dice che cosa si è visto, non perché. Nessuna segnalazione cambia punteggio o posizione.',
      },
      {
        text: 'Alcune mettono il conto **in verifica**: resta fuori dalla classifica finché una persona decide. Nella dashboard leggi che cosa è stato trovato, con le cifre.',
      },
      {
        steps: [
          'Apri la scheda della verifica nella dashboard e leggi le cifre e i numeri di ticket.',
          'Confrontali con l’estratto conto del broker.',
          'Rispondi nel campo della verifica: periodo, operazioni, che cosa è successo. Bastano parole semplici.',
          'Continua a sincronizzare: niente va perso mentre aspetti.',
          'Leggi la decisione e il suo motivo nella stessa scheda.',
        ],
      },
    ],
  },
  {
    id: 'cambia-conto',
    title: 'Cambia conto',
    blocks: [
      {
        text: 'Il token è legato al primo conto che sincronizza. Per passare a un altro usa **Cambia conto** nella pagina «Il tuo account». Un trader ha un solo conto in classifica alla volta.',
      },
      {
        points: [
          'La chiusura del conto precedente resta **pubblica**: date e cifre finali restano sul tuo profilo.',
          'Il conto nuovo parte da zero: i risultati non si sommano.',
          'Ti chiediamo la password, e non si torna indietro.',
          'Mentre il conto è in verifica non puoi cambiarlo, e nemmeno se una segnalazione è stata confermata.',
          'Il conto chiuso non lo puoi ricollegare. Un altro utente può solo se dimostra all’assistenza che il conto è suo.',
        ],
      },
      {
        text: 'Dopo: il token vecchio non vale più. Accedi al conto nuovo nel terminale, crea un nuovo token nella dashboard e incollalo nell’EA.',
      },
    ],
  },
  {
    id: 'togliere',
    title: 'Togli l’Expert Advisor',
    blocks: [
      {
        steps: [
          'Sul grafico: tasto destro > Elenco Expert > TopTrader > Rimuovi. In MT4: tasto destro > Expert Advisor > Rimuovi.',
          'Cancella `TopTrader.mq5` e `TopTrader.ex5` da `MQL5\\Experts` (MT4: `TopTrader.mq4` e `TopTrader.ex4` da `MQL4\\Experts`).',
          'In Strumenti > Opzioni > Expert Advisor togli l’indirizzo dall’elenco.',
          'Nella dashboard premi «Elimina token».',
        ],
      },
      {
        text: 'Quello che è già stato inviato resta nel registro. Dopo 72 ore senza sincronizzazione il conto esce dalla classifica.',
      },
    ],
  },
]
