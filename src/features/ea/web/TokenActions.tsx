import { RefreshCw, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { generateEaToken, resetEaToken } from '#features/ea/contract.ts'
import { readError, send } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
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

/** A write of the token: what it is doing and why it was refused. */
function useTokenCalls({ onChange, onPlanWanted }: TokenProps) {
  const [doing, setDoing] = useState<'make' | 'remove' | null>(null)
  /** Said in a toast, and kept where it can be tried again. */
  const [fault, setFault] = useState<string | null>(null)
  const run = async (what: 'make' | 'remove') => {
    setDoing(what)
    setFault(null)
    try {
      const { message } = await (what === 'make'
        ? send<typeof generateEaToken>('POST /api/generate-ea-token', {})
        : send<typeof resetEaToken>('DELETE /api/reset-ea-token', {}))
      await onChange()
      toast(message, 'ok')
    } catch (error) {
      const { type, status, message, body } = readError(error)
      if (type === 'SUBSCRIPTION_REQUIRED') onPlanWanted(textsIn(body?.details?.['benefits']))
      else {
        const said = what === 'make' ? message : 'Errore durante eliminazione token'
        const sentence = status === 0 ? 'Errore di connessione al server' : said
        toast(sentence, 'danger')
        setFault(sentence)
      }
    } finally {
      setDoing(null)
    }
  }
  return { doing, fault, run }
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

interface TokenProps {
  /** Reads the status again. */
  onChange: () => Promise<unknown>
  /** The server refused for want of a plan: with what one gives. */
  onPlanWanted: (benefits: readonly string[]) => void
}

/** The first step. @param offer of a plan, where one is missing */
export function GenerateToken({ isMoved, offer, ...calls }: TokenProps & { isMoved: boolean; offer: ReactNode }) {
  const { doing, fault, run } = useTokenCalls(calls)
  return (
    <div className="step-box">
      <StepTitle title="Genera il token" isMoved={isMoved} />
      <p className="mt-2 max-w-[560px] text-ui text-ink-2">
        Il token dice al registro che i dati sono i tuoi. Lo incolli nell’Expert Advisor: non è la password del conto e
        non permette di operare.
      </p>
      {offer !== null && <div className="mt-4">{offer}</div>}
      <Fault text={fault} />
      <Button
        className="mt-4"
        variant={offer === null ? 'primary' : 'secondary'}
        busy={doing !== null && 'Creazione...'}
        onClick={() => void run('make')}
      >
        Genera token
      </Button>
    </div>
  )
}

function Fault({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <div className="mt-4">
      <Alert tone="danger" lead={text}>
        Riprova.
      </Alert>
    </div>
  )
}

/** Replacing and removing ask first. */
export function TokenActions(calls: TokenProps) {
  const { doing, fault, run } = useTokenCalls(calls)
  const [asked, setAsked] = useState<Change | null>(null)
  return (
    <div>
      <Fault text={fault} />
      <div className="mt-6 flex flex-wrap gap-2.5">
        <Button size="sm" busy={doing === 'make' && 'Creazione...'} onClick={() => setAsked('regenerate')}>
          <RefreshCw size={15} strokeWidth={1.75} aria-hidden />
          Rigenera token
        </Button>
        <Button
          size="sm"
          variant="danger-line"
          busy={doing === 'remove' && 'Eliminazione...'}
          onClick={() => setAsked('remove')}
        >
          <Trash2 size={15} strokeWidth={1.75} aria-hidden />
          Elimina token
        </Button>
      </div>
      {asked !== null && (
        <LazyConfirmDialog
          tone={questions[asked].tone}
          title={questions[asked].title}
          confirm={questions[asked].confirm}
          onCancel={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null)
            void run(asked === 'remove' ? 'remove' : 'make')
          }}
        >
          {questions[asked].text}
        </LazyConfirmDialog>
      )}
    </div>
  )
}
