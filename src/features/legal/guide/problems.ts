import { wholeHistoryAdvice } from '#features/ea/rules/reception/messages.ts'
import { syncRefusals, type SyncRefusalCode } from '#features/ea/sync-contract.ts'
import type { GuideSection } from './blocks.ts'

/** A trader's remedy for each refusal. The server's own texts come from its contract. */
const remedies: Record<SyncRefusalCode, string> = {
  BAD_JSON:
    'La richiesta è arrivata a metà o qualcosa l’ha cambiata per strada (un antivirus, un proxy): l’EA riprova da solo. Se dura, scarica di nuovo il file e compilalo.',
  TOKEN_INVALID: 'Copia il token dalla dashboard, premi `F7` sul grafico e incollalo in `InpToken`.',
  SUBSCRIPTION_REQUIRED: 'Rinnova il piano. L’EA riprende da solo entro 30 minuti.',
  FORBIDDEN: 'Solo l’assistenza può riattivare il tuo account.',
  ACCOUNT_MISMATCH:
    'Torna al conto collegato, oppure usa «Cambia conto» nella pagina «Il tuo account». Se il conto è tuo ma di un altro utente, scrivi all’assistenza.',
  BATCH_TOO_LARGE: 'Nulla: l’EA riprova con meno operazioni.',
  INVALID: 'Scarica di nuovo il file. Se resta, scrivi all’assistenza con il testo del pannello.',
  EA_TOO_OLD: 'Scarica la versione nuova, mettila al posto della vecchia e compilala.',
  TOO_MANY_REQUESTS: 'Tieni l’EA su un solo grafico di un solo terminale.',
  INTERNAL: 'Nulla: l’EA riprova da solo.',
  UNAVAILABLE: 'Nulla: l’EA riprova da solo.',
}

const refusalRows = (Object.keys(remedies) as SyncRefusalCode[]).map((code) => {
  const [status, message] = syncRefusals[code]
  return [`${status} \`${code}\``, message, remedies[code]]
})

/** Problems, in the texts of the terminal, the chart and the site. */
export const problems: readonly GuideSection[] = [
  {
    id: 'problemi',
    title: 'Problemi: che cosa leggi e che cosa fare',
    blocks: [
      {
        text: 'Guarda in tre posti: il pannello sul grafico, la scheda **Experts** in basso nel terminale, la scheda Expert Advisor della dashboard.',
      },
      {
        head: ['Errore di MetaTrader', 'Perché', 'Che cosa fare'],
        rows: [
          [
            '`4014` (MT5), `4060` (MT4)',
            'L’indirizzo non è nell’elenco WebRequest, o è scritto in modo diverso. In MT5 anche se il file è tra gli indicatori.',
            'Rifai il passo 2 con l’indirizzo che il pannello mostra, uguale fino all’ultima lettera. L’EA riprova entro un minuto.',
          ],
          ['`4059` (MT4)', 'L’EA è nel tester.', 'Mettilo su un grafico del conto.'],
          [
            '`5200`',
            'L’indirizzo in `InpApiUrl` non è valido.',
            'Premi `F7` sul grafico e rimetti quello della dashboard.',
          ],
          [
            '`5201`, `1001`',
            'Il terminale non raggiunge il sito.',
            'Controlla Internet, antivirus, firewall e proxy (Strumenti > Opzioni > Server).',
          ],
          [
            '`5202`, `1003`',
            'Tempo scaduto: rete lenta.',
            'Attendi: l’EA riprova da solo, ogni volta un po’ più tardi.',
          ],
          [
            '`5203`',
            'La richiesta si è interrotta. Spesso è un antivirus che apre il traffico `https`, o un Windows senza TLS 1.2.',
            'Escludi il terminale dal controllo `https` dell’antivirus. Aggiorna Windows e MetaTrader.',
          ],
        ],
      },
      {
        head: ['Risposta del sito', 'Messaggio', 'Che cosa fare'],
        rows: refusalRows,
      },
      {
        head: ['Il pannello dice', 'Che cosa fare'],
        rows: [
          ['Il terminale non consente l’indirizzo del sito', 'Rifai il passo 2 con l’indirizzo mostrato sotto.'],
          ['Manca il token', 'Premi `F7` sul grafico e incolla il token in `InpToken`.'],
          ['Il token non ha la forma giusta', 'Copialo di nuovo con il pulsante della dashboard, per intero.'],
          ['L’indirizzo del sito deve iniziare con https://', 'Premi `F7` e correggi `InpApiUrl`.'],
          ['Attendo che il terminale acceda a un conto', 'Accedi al conto: File > Accedi al conto di trading.'],
          ['TopTrader lavora su un altro grafico di questo terminale', 'Ne basta uno: togli l’EA da questo grafico.'],
          [
            'Attenzione: il terminale non ha la connessione al broker',
            'L’EA è attivo, ma il broker non risponde. Clic in basso a destra > Riscansiona server.',
          ],
          [
            'La risposta non viene da TopTrader',
            'La rete di un albergo o di un’azienda mostra una sua pagina di accesso. Apri il browser e accedi alla rete.',
          ],
          [
            'Il token appartiene a un altro conto',
            'Torna al conto collegato, oppure usa «Cambia conto» nella pagina «Il tuo account».',
          ],
          ['Non funziona nel tester', 'Mettilo su un grafico del conto.'],
          [wholeHistoryAdvice, 'Solo MT4: allarga la scheda Storico conto, come al passo 4.'],
          [
            'Due terminali usano lo stesso token',
            'Il token è stato disattivato. Togli l’EA da tutti i terminali tranne uno, genera un token nuovo nella dashboard e incollalo solo lì.',
          ],
          ['Due terminali inviano lo stesso conto', 'Lascia acceso l’EA su un solo terminale.'],
          [
            'Storico incompleto',
            'Nel balance manca la somma indicata: il broker non mostra un’operazione vecchia. I risultati da ora in poi contano lo stesso.',
          ],
        ],
      },
      {
        head: ['In MetaTrader vedi', 'Perché', 'Che cosa fare'],
        rows: [
          [
            'TopTrader non compare nel Navigatore',
            'File nella cartella di un altro terminale, o in `Indicators`.',
            'Riparti da File > Apri cartella dati e usa `Experts`. Poi Aggiorna.',
          ],
          [
            '`cannot open file`, `cannot load TopTrader.ex5`',
            'Il file non è compilato, o è stato spostato.',
            'Apri il sorgente in MetaEditor e premi `F7`.',
          ],
          [
            '`undeclared identifier`, decine di errori',
            'File di MT4 in MT5, o il contrario. Oppure un terminale molto vecchio.',
            'Scarica quello giusto. Aggiorna MetaTrader: Aiuto > Controlla aggiornamenti.',
          ],
          [
            '`file not found` su un `#include`',
            'Il file non viene dalla dashboard.',
            'Scarica dalla dashboard: lì è un file solo.',
          ],
          [
            'Faccina triste o croce (MT4), cappello grigio (MT5)',
            'AutoTrading o Algo Trading è spento.',
            'Accendi il pulsante in alto. L’EA comunque non apre operazioni.',
          ],
          [
            'Il pannello non c’è',
            'L’EA non è sul grafico, o il grafico è stato chiuso o ha cambiato modello.',
            'Trascina di nuovo TopTrader sul grafico e incolla il token.',
          ],
          [
            'La dashboard resta DISCONNESSO, il pannello dice Collegato al sito',
            'Il token è di un altro account TopTrader.',
            'Confronta inizio e fine del token nella dashboard con quelli in `InpToken`.',
          ],
          [
            'Tutto fermo dopo un cambio di conto nel terminale',
            'L’EA non mescola due conti.',
            'Torna al conto collegato, oppure usa «Cambia conto».',
          ],
        ],
      },
    ],
  },
]
