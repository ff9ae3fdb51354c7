import { RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { generateEaToken, resetEaToken } from '#features/ea/contract.ts'
import { readError, send } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { PlanOffer } from './PlanOffer.tsx'
import { StepTitle } from './StepBox.tsx'

type Question = 'regenerate' | 'remove'

const questions = {
  regenerate: {
    title: 'Rigenerare il token?',
    text: 'Il token di adesso smette subito di valere. Poi incolla quello nuovo nell’Expert Advisor: fino ad allora non sincronizza.',
    action: 'Rigenera',
  },
  remove: {
    title: 'Eliminare il token?',
    text: 'L’Expert Advisor smette subito di sincronizzare. Conto collegato e storico restano. Dopo 72 ore senza sincronizzazione esci dalla classifica.',
    action: 'Elimina',
  },
} satisfies Record<Question, { title: string; text: string; action: string }>

/** A write of the token: what it is doing and why it was refused. */
function useTokenCalls(onChange: () => Promise<unknown>) {
  const [doing, setDoing] = useState<'make' | 'remove' | null>(null)
  /** What a plan gives, where the server refused for want of one. */
  const [benefits, setBenefits] = useState<readonly string[] | null>(null)
  const run = async (what: 'make' | 'remove') => {
    setDoing(what)
    setBenefits(null)
    try {
      const { message } = await (what === 'make'
        ? send<typeof generateEaToken>('POST /api/generate-ea-token', {})
        : send<typeof resetEaToken>('DELETE /api/reset-ea-token', {}))
      await onChange()
      toast(message, 'ok')
    } catch (error) {
      const { type, status, message, body } = readError(error)
      if (type === 'SUBSCRIPTION_REQUIRED') setBenefits(textsIn(body?.details?.['benefits']))
      else if (status === 0) toast('Errore di connessione al server', 'danger')
      else toast(what === 'make' ? message : 'Errore durante eliminazione token', 'danger')
    } finally {
      setDoing(null)
    }
  }
  return { doing, benefits, run }
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

interface TokenProps {
  hasPlan: boolean
  /** Reads the status again. */
  onChange: () => Promise<unknown>
}

/** The first step. Without a plan it says what is missing, and what the plan gives. */
export function GenerateToken({ hasPlan, isMoved, onChange }: TokenProps & { isMoved: boolean }) {
  const { doing, benefits, run } = useTokenCalls(onChange)
  return (
    <div className="step-box">
      <StepTitle title="Genera il token" isMoved={isMoved} />
      <p className="mt-2 max-w-[560px] text-ui text-ink-2">
        Il token dice al registro che i dati sono i tuoi. Lo incolli nell’Expert Advisor: non è la password del conto e
        non permette di operare.
      </p>
      {(!hasPlan || benefits !== null) && <PlanOffer benefits={benefits ?? []} />}
      <Button
        className="mt-4"
        variant={hasPlan ? 'primary' : 'secondary'}
        busy={doing !== null && 'Creazione...'}
        onClick={() => void run('make')}
      >
        Genera token
      </Button>
    </div>
  )
}

/** Replacing and removing ask first. */
export function TokenActions({ onChange }: Pick<TokenProps, 'onChange'>) {
  const { doing, benefits, run } = useTokenCalls(onChange)
  const [asked, setAsked] = useState<Question | null>(null)
  return (
    <div>
      {benefits !== null && <PlanOffer benefits={benefits} />}
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
        <ConfirmDialog
          {...questions[asked]}
          onCancel={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null)
            void run(asked === 'remove' ? 'remove' : 'make')
          }}
        />
      )}
    </div>
  )
}
