import type { EaStatus } from '#features/ea/contract.ts'
import * as format from '#shared/format/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { AdvisorFile, AllowedAddress, type Platform } from './AdvisorFile.tsx'
import { TokenBox } from './CopyBox.tsx'
import { isTokenNew, refreshMs } from './setup.ts'
import { StepBox, type StepProps } from './StepBox.tsx'

/** How a file becomes a running advisor, in the words of each terminal. */
const installing: Record<Platform, readonly string[]> = {
  MT5: [
    'In MetaTrader: File > Apri cartella dati. Copia TopTrader.mq5 in MQL5\\Experts.',
    'Apri MetaEditor con F4, apri TopTrader.mq5 e premi F7. In basso deve dire: 0 errors.',
    'Nel Navigatore trascina TopTrader su un solo grafico. Incolla il token in InpToken.',
    'Accendi «Algo Trading» nella barra in alto.',
  ],
  MT4: [
    'In MetaTrader: File > Apri cartella dati. Copia TopTrader.mq4 in MQL4\\Experts.',
    'Nel Navigatore: tasto destro su «Expert Advisors» > Aggiorna. MetaTrader compila da solo.',
    'Scheda «Storico conto»: tasto destro > Tutta la cronologia.',
    'Trascina TopTrader su un solo grafico. Incolla il token in InpToken.',
    'Accendi «AutoTrading»: sul grafico compare la faccina che sorride.',
  ],
}

export function InstallStep({
  ea,
  platform,
  onPlatform,
  ...step
}: StepProps & { ea: EaStatus; platform: Platform; onPlatform: (platform: Platform) => void }) {
  return (
    <StepBox
      title="Scarica l’EA e trascinalo su un grafico"
      text="Scegli la tua piattaforma, scarica il file e segui i passi. L’EA legge soltanto: non può aprire né chiudere operazioni. Le perdite già aperte contano da subito."
      next="Ho installato l’EA"
      {...step}
    >
      <AdvisorFile platform={platform} onPlatform={onPlatform} running={null} place="step" />
      <ol className="how">
        {installing[platform].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Token ea={ea} />
    </StepBox>
  )
}

export function AllowStep(step: StepProps) {
  return (
    <StepBox
      title="Autorizza l’indirizzo del sito"
      text="MetaTrader non invia dati a indirizzi non autorizzati. Questo passo si fa una volta sola per ogni terminale."
      next="Ho autorizzato l’indirizzo"
      {...step}
    >
      <ol className="how">
        <li>In MetaTrader: Strumenti &gt; Opzioni &gt; Expert Advisor.</li>
        <li>Spunta «Consenti WebRequest per i seguenti URL».</li>
        <li>Aggiungi l’indirizzo qui sotto, proprio così: senza barra finale né altro in fondo.</li>
        <li>Premi Invio, poi OK.</li>
      </ol>
      <AllowedAddress />
    </StepBox>
  )
}

const waits = {
  blocked: {
    title: 'Sincronizzazione bloccata',
    text: 'Il server ha rifiutato l’ultimo invio: il motivo è qui sopra. Quando è risolto, l’EA riprende da solo.',
  },
  token: {
    title: 'Incolla il token nuovo nell’EA',
    text: 'Il token precedente non vale più. In MetaTrader premi F7 sul grafico di TopTrader, incolla quello qui sotto in InpToken e premi OK. Questa pagina cambia da sola.',
  },
  first: {
    title: 'In attesa della prima sincronizzazione',
    text: 'Di solito bastano 5 minuti. Puoi lasciare aperta questa pagina: cambia da sola.',
  },
  import: {
    title: 'Importazione dello storico',
    text: 'Lo storico arriva a blocchi. Tieni aperto il terminale: se lo chiudi, l’EA riprende da dove era.',
  },
}

function waitOf(ea: EaStatus): { title: string; text: string } {
  if (ea.last_error !== null) return waits.blocked
  if (isTokenNew(ea)) return waits.token
  return ea.importing === null ? waits.first : waits.import
}

/** Waits, or shows the progress of the import. The regular reading of the status moves it on. */
export function SyncStep({
  ea,
  isChecking,
  isStale,
  onCheck,
  ...step
}: Omit<StepProps, 'onDone'> & { ea: EaStatus; isChecking: boolean; isStale: boolean; onCheck: () => void }) {
  const { importing } = ea
  return (
    <StepBox {...waitOf(ea)} {...step}>
      {importing !== null && (
        <div>
          <progress
            className="import"
            max={Math.max(importing.total, 1)}
            value={importing.received}
            aria-label="Storico ricevuto"
          />
          <p className="mt-2 text-ui text-ink-2">
            {format.count(importing.received)} di {format.count(importing.total)} movimenti
          </p>
        </div>
      )}
      <p className="flex flex-wrap items-center justify-between gap-2.5 text-ui text-ink-3">
        {isStale
          ? 'L’ultimo controllo non è riuscito: riproviamo da soli.'
          : `Controlliamo la connessione ogni ${refreshMs(ea) / 1000} secondi.`}
        <Button size="sm" busy={isChecking && 'Controllo...'} onClick={onCheck}>
          Controlla ora
        </Button>
      </p>
    </StepBox>
  )
}

/** The owner's token; one that cannot be opened any more can be made again. */
export function Token({ ea }: { ea: EaStatus }) {
  if (ea.ea_token !== null) return <TokenBox token={ea.ea_token} />
  return (
    <p className="text-ui text-ink-2">
      Il token c’è, ma non si può più mostrare. Se ti serve, rigeneralo: quello di adesso smette di valere.
    </p>
  )
}
