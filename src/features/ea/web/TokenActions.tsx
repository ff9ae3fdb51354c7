import { RefreshCw, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { generateEaToken, resetEaToken } from '#features/ea/contract.ts'
import { noConnection, send, type ApiError } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { ConfirmTone } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { LazyConfirmDialog } from '#web/ui/dialogs/LazyConfirmDialog.tsx'
import { StepTitle } from './StepBox.tsx'

type Change = 'regenerate' | 'remove'

const questions = {
  regenerate: {
    tone: 'warning',
    title: 'Rigenerare il token?',
    text: 'Il token di adesso smette subito di valere. Poi incolla quello nuovo nell’Expert Advisor: fino ad allora non sincronizza.',
    confirm: 'Rigenera',
  },
  remove: {
    tone: 'danger',
    title: 'Eliminare il token?',
    text: 'L’Expert Advisor smette subito di sincronizzare. Conto collegato e storico restano. Dopo 72 ore senza sincronizzazione esci dalla classifica.',
    confirm: 'Elimina',
  },
} satisfies Record<Change, { tone: ConfirmTone; title: string; text: string; confirm: string }>

/** Creating and removing the token. A failure becomes a toast, and stays where the action can be tried again. */
function useTokenActions({ onChange, onPlanWanted }: TokenProps) {
  const done = async ({ message }: { message: string }) => {
    await onChange()
    toast(message, 'ok')
  }
  const creating = useAction(() => send<typeof generateEaToken>('POST /api/generate-ea-token', {}), {
    onDone: done,
    onError(error) {
      if (refusedForPlan(error)) return true
      toast(creationError(error), 'danger')
      return false
    },
  })
  const removing = useAction(() => send<typeof resetEaToken>('DELETE /api/reset-ea-token', {}), {
    onDone: done,
    onError(error) {
      if (refusedForPlan(error)) return true
      toast(removalError(error), 'danger')
      return false
    },
  })
  function refusedForPlan({ type, body }: ApiError): boolean {
    if (type !== 'SUBSCRIPTION_REQUIRED') return false
    onPlanWanted(textsIn(body?.details?.['benefits']))
    return true
  }
  return { creating, removing }
}

const unanswered = `${noConnection} al server`
const creationError = ({ status, message }: ApiError) => (status === 0 ? unanswered : message)
const removalError = ({ status }: ApiError) => (status === 0 ? unanswered : 'Errore durante eliminazione token')

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

interface TokenProps {
  /** Reads the status again. */
  onChange: () => Promise<unknown>
  /** The server refused for want of a plan, and listed a plan's benefits. */
  onPlanWanted: (benefits: readonly string[]) => void
}

/** The first step. @param offer of a plan, where one is missing */
export function GenerateToken({ isMoved, offer, ...calls }: TokenProps & { isMoved: boolean; offer: ReactNode }) {
  const { creating } = useTokenActions(calls)
  return (
    <div className="step-box">
      <StepTitle title="Genera il token" isMoved={isMoved} />
      <p className="mt-2 max-w-[560px] text-ui text-ink-2">
        Il token dice al registro che i dati sono i tuoi. Lo incolli nell’Expert Advisor: non è la password del conto e
        non permette di operare.
      </p>
      {offer !== null && <div className="mt-4">{offer}</div>}
      <Failure error={creating.error} textOf={creationError} />
      <Button
        className="mt-4"
        variant={offer === null ? 'primary' : 'secondary'}
        busy={creating.isBusy && 'Creazione...'}
        onClick={() => void creating.run()}
      >
        Genera token
      </Button>
    </div>
  )
}

function Failure({ error, textOf }: { error: ApiError | null; textOf: (error: ApiError) => string }) {
  if (error === null) return null
  return (
    <div className="mt-4">
      <Alert tone="danger" lead={textOf(error)}>
        Riprova.
      </Alert>
    </div>
  )
}

/** Replaces or removes the token, after a confirmation. */
export function TokenActions(calls: TokenProps) {
  const { creating, removing } = useTokenActions(calls)
  const [confirming, setConfirming] = useState<Change | null>(null)
  return (
    <div>
      <Failure error={creating.error} textOf={creationError} />
      <Failure error={removing.error} textOf={removalError} />
      <div className="mt-6 flex flex-wrap gap-2.5">
        <Button size="sm" busy={creating.isBusy && 'Creazione...'} onClick={() => setConfirming('regenerate')}>
          <RefreshCw size={15} strokeWidth={1.75} aria-hidden />
          Rigenera token
        </Button>
        <Button
          size="sm"
          variant="danger-line"
          busy={removing.isBusy && 'Eliminazione...'}
          onClick={() => setConfirming('remove')}
        >
          <Trash2 size={15} strokeWidth={1.75} aria-hidden />
          Elimina token
        </Button>
      </div>
      {confirming !== null && (
        <LazyConfirmDialog
          tone={questions[confirming].tone}
          title={questions[confirming].title}
          confirm={questions[confirming].confirm}
          onCancel={() => setConfirming(null)}
          onConfirm={() => {
            setConfirming(null)
            creating.clear()
            removing.clear()
            void (confirming === 'remove' ? removing : creating).run()
          }}
        >
          {questions[confirming].text}
        </LazyConfirmDialog>
      )}
    </div>
  )
}
