import { RotateCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { readError } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { answersAgain, restart } from './restart.ts'
import { SystemRow } from './SystemRow.tsx'

type Stage = 'idle' | 'asking' | 'sending' | 'waiting' | 'long'

/** The second click of a double click answers no question. Milliseconds. */
const doubleClickMs = 400

interface RestartRowProps {
  /** The server that answers would not come back. */
  isRefused?: boolean
  /** Other than the browser's own, for a test. */
  reload?: () => void
}

export function RestartRow({ isRefused = false, reload = () => window.location.reload() }: RestartRowProps) {
  const [stage, setStage] = useState<Stage>('idle')
  const [fault, setFault] = useState<string | null>(null)
  const askedAt = useRef(0)
  const gone = useRef<AbortController>(null)
  useEffect(() => {
    const leaving = (gone.current = new AbortController())
    return () => leaving.abort()
  }, [])

  async function run() {
    if (stage !== 'asking' || performance.now() - askedAt.current < doubleClickMs) return
    setStage('sending')
    setFault(null)
    try {
      const ended = await restart()
      setStage('waiting')
      toast('La pagina si ricarica dopo 3 secondi')
      const signal = gone.current?.signal ?? AbortSignal.abort()
      await answersAgain(ended, signal, () => setStage('long'))
      reload()
    } catch (error) {
      if (gone.current?.signal.aborted !== false) return
      const { status, message } = readError(error)
      setFault(
        status === 0
          ? 'Nessuna risposta: il riavvio può essere cominciato. Attendi mezzo minuto e ricarica la pagina.'
          : message,
      )
      setStage('asking')
    }
  }

  const isWaiting = stage === 'waiting' || stage === 'long'
  return (
    <SystemRow
      icon={<RotateCw size={20} strokeWidth={1.75} aria-hidden />}
      title="Riavvia servizi"
      action={
        <Button
          size="sm"
          variant="danger-line"
          disabled={isRefused && stage === 'idle'}
          busy={isWaiting && 'Riavvio...'}
          onClick={() => {
            askedAt.current = performance.now()
            setFault(null)
            setStage('asking')
          }}
        >
          Riavvia
        </Button>
      }
      error={
        stage === 'long' && (
          <Alert tone="warn" lead="Il server non risponde ancora." live>
            La pagina si ricarica da sola appena torna. Se dura più di due minuti, guarda sulla macchina se il processo
            è ripartito.
          </Alert>
        )
      }
    >
      {isWaiting
        ? 'Riavvio in corso: la pagina si ricarica appena il server risponde'
        : isRefused
          ? 'Non disponibile: questo server non tornerebbe da solo. Riavvialo da dove è stato avviato'
          : 'La pagina si ricarica dopo 3 secondi'}
      {(stage === 'asking' || stage === 'sending') && (
        <ConfirmDialog
          tone="danger"
          title="Riavviare il server?"
          confirm="Riavvia"
          busy={stage === 'sending' && 'Riavvio...'}
          error={fault}
          onConfirm={() => void run()}
          onCancel={() => setStage('idle')}
        >
          Il server che risponde finisce le richieste in corso, si ferma e torna da solo entro pochi secondi. Con un
          solo server, intanto chi visita il sito non riceve risposta; sessioni e dati restano, gli Expert Advisor
          riprovano da soli.
        </ConfirmDialog>
      )}
    </SystemRow>
  )
}
