import type { GuideSection } from './blocks.ts'

/** From the download to a running advisor, for both terminals. */
export const installing: readonly GuideSection[] = [
  {
    id: 'guida',
    title: 'Guida all’Expert Advisor: che cosa serve',
    blocks: [
      {
        points: [
          'Un account TopTrader con **Basic Leaderboard** o Diamond attivo.',
          'Un conto MetaTrader 4 o MetaTrader 5, già aperto nel terminale. Va bene anche la password investitore.',
          'Il terminale per Windows. Su Mac e Linux va bene la versione del broker che gira con Wine. Il terminale web e l’app del telefono non eseguono Expert Advisor.',
          'Il **token**: lo generi nella dashboard, alla scheda Expert Advisor.',
          'Circa 10 minuti. Poi il terminale deve restare acceso.',
        ],
      },
      {
        text: 'L’Expert Advisor (EA) **legge soltanto**. Non contiene nessuna funzione che apre, modifica o chiude operazioni: il file è il sorgente, e lo puoi leggere.',
      },
      {
        text: 'Per MT4 e MT5 i file sono diversi. Quello sbagliato non si compila.',
      },
    ],
  },
  {
    id: 'scarica',
    title: '1. Scarica il file e controllalo',
    blocks: [
      {
        steps: [
          'Apri la dashboard, scheda Expert Advisor. Se non hai un token, premi «Genera token».',
          'Scegli MT4 o MT5 e premi «Scarica EA». Ottieni `TopTrader.mq4` oppure `TopTrader.mq5`.',
          'Accanto al file la dashboard mostra l’impronta SHA-256. È il modo per sapere che il file è proprio quello.',
          'In Windows apri il Prompt dei comandi e scrivi la riga qui sotto. Le lettere devono essere le stesse.',
        ],
      },
      { code: 'certutil -hashfile "%USERPROFILE%\\Downloads\\TopTrader.mq5" SHA256' },
      {
        text: 'Su Mac e Linux: `shasum -a 256 TopTrader.mq5`. Se l’impronta è diversa, cancella il file e scaricalo di nuovo. Controlla prima di aprirlo in MetaEditor: salvandolo cambia.',
      },
      {
        text: 'Nel file c’è già l’indirizzo del sito. Il token **non** c’è: lo incolli tu.',
      },
    ],
  },
  {
    id: 'autorizza',
    title: '2. Autorizza l’indirizzo del sito',
    blocks: [
      {
        text: 'MetaTrader non invia dati a indirizzi non autorizzati, e nessun EA può autorizzarsi da solo. Si fa una volta per ogni terminale.',
      },
      {
        steps: [
          'In MetaTrader apri **Strumenti > Opzioni** (`Ctrl+O`), scheda **Expert Advisor**.',
          'Spunta «Consenti WebRequest per i seguenti URL» (in inglese: «Allow WebRequest for listed URL»).',
          'Fai doppio clic su «aggiungi nuovo URL» e incolla l’indirizzo che leggi nella dashboard.',
          'Premi `Invio`, poi **OK**. Se premi OK senza Invio, la riga può andare persa: riapri e controlla.',
        ],
      },
      {
        text: 'L’indirizzo va scritto **esatto**: con `https://`, senza spazi, senza barra finale né altro in fondo. Giusto: `https://nome-del-sito`. Sbagliato: `nome-del-sito`, `https://nome-del-sito/`, `https://nome-del-sito/api/ea/sync`, `http://nome-del-sito`.',
      },
    ],
  },
  {
    id: 'mt5',
    title: '3. Installa su MetaTrader 5',
    blocks: [
      {
        steps: [
          'In MetaTrader 5 apri **File > Apri cartella dati**. Se hai più terminali, fallo da quello giusto: ognuno ha la sua cartella.',
          'Copia `TopTrader.mq5` in `MQL5\\Experts`. Non in `Indicators`, non in `Scripts`.',
          'Premi `F4`: si apre MetaEditor. Nel Navigatore a sinistra apri `Experts`, poi `TopTrader.mq5`.',
          'Premi `F7`. In basso deve comparire «0 errors, 0 warnings». Ora c’è anche `TopTrader.ex5`: è quello che gira.',
          'Torna in MetaTrader. Nel Navigatore (`Ctrl+N`), tasto destro su «Expert Advisors» > Aggiorna.',
          'Trascina **TopTrader** su **un solo** grafico, di qualsiasi simbolo. Conta il conto, non il grafico.',
          'Scheda **Input**: incolla il token nel campo `InpToken`. `InpApiUrl` è già giusto. Premi OK.',
          'Accendi **Algo Trading** nella barra in alto: il pulsante diventa verde.',
        ],
      },
    ],
  },
  {
    id: 'mt4',
    title: '4. Installa su MetaTrader 4',
    blocks: [
      {
        steps: [
          'In MetaTrader 4 apri **File > Apri cartella dati**. Se hai più terminali, fallo da quello giusto.',
          'Copia `TopTrader.mq4` in `MQL4\\Experts`. Non in `Indicators`, non in `Scripts`.',
          'Nel Navigatore (`Ctrl+N`), tasto destro su «Expert Advisors» > Aggiorna, oppure riavvia il terminale: MetaTrader 4 compila da solo. Se non compare, apri il file in MetaEditor (`F4`) e premi `F7`.',
          'Apri la scheda **Storico conto** in basso. Tasto destro > **Tutta la cronologia** (in alcune versioni «Tutto lo storico»). Serve: MetaTrader 4 mostra all’EA solo ciò che mostra questa scheda.',
          'Trascina **TopTrader** su **un solo** grafico.',
          'Scheda **Dati di input**: incolla il token nel campo `InpToken`. `InpApiUrl` è già giusto. Premi OK.',
          'Accendi **AutoTrading** nella barra in alto. Nell’angolo del grafico compare la faccina che sorride.',
        ],
      },
    ],
  },
  {
    id: 'pannello',
    title: '5. Guarda il pannello sul grafico',
    blocks: [
      {
        text: 'In alto a sinistra del grafico l’EA scrive che cosa sta facendo. Dopo la prima sincronizzazione la dashboard passa da sola a CONNESSO, di solito entro 5 minuti.',
      },
      {
        head: ['Il pannello dice', 'Che cosa vuol dire'],
        rows: [
          ['Collegato al sito', 'Tutto a posto.'],
          [
            'Avvio: attendo la connessione al broker',
            'Il terminale non ha ancora finito di accedere al conto. Attendi.',
          ],
          ['Avvio: attendo lo storico dal broker', 'Il terminale sta scaricando le operazioni passate. Attendi.'],
          ['Operazioni ancora da inviare', 'La prima volta lo storico parte a blocchi. Lascia aperto il terminale.'],
          ['Ultimo invio, Prossimo invio', 'Ultimo e prossimo collegamento al sito.'],
          [
            'Registro',
            'Quanti movimenti ha il registro del tuo conto, e l’inizio della sua impronta. Annotala: nella pagina pubblica del registro vedi che c’è ancora.',
          ],
        ],
      },
    ],
  },
]
