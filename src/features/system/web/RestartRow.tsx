import { RotateCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { toast } from '#web/toasts.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { DOUBLE_CLICK_MS } from '#web/ui/dialogs/useDoubleClickGuard.ts'
import { answersAgain, restart } from './restart.ts'
import { SystemRow } from './SystemRow.tsx'

type Stage = 'idle' | 'confirming' | 'waiting' | 'long'

const unanswered = 'Nessuna risposta: il riavvio può essere cominciato. Attendi mezzo minuto e ricarica la pagina.'

interface RestartRowProps {
  /** The answering server has no supervisor that would restart it. */
  isRefused?: boolean
  /** Injected by tests. */
  reload?: () => void
}

export function RestartRow({ isRefused = false, reload = () => window.location.reload() }: RestartRowProps) {
  const [stage, setStage] = useState<Stage>('idle')
  const openedAt = useRef(0)
  const gone = useRef<AbortController>(null)
  useEffect(() => {
    const leaving = (gone.current = new AbortController())
    return () => leaving.abort()
  }, [])
  const { run, isBusy, error, clear } = useAction(restart, {
    onDone(ended) {
      setStage('waiting')
      toast('La pagina si ricarica dopo 3 secondi')
      const signal = gone.current?.signal ?? AbortSignal.abort()
      // Rejects only once this part has left the page.
      void answersAgain(ended, signal, () => setStage('long')).then(reload, () => undefined)
    },
  })

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
            openedAt.current = performance.now()
            clear()
            setStage('confirming')
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
      {stage === 'confirming' && (
        <ConfirmDialog
          tone="danger"
          title="Riavviare il server?"
          confirm="Riavvia"
          busy={isBusy && 'Riavvio...'}
          error={error && (error.status === 0 ? unanswered : error.message)}
          onConfirm={() => performance.now() - openedAt.current >= DOUBLE_CLICK_MS && void run()}
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
