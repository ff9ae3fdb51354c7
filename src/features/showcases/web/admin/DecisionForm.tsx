import { Check } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { DECISION_MESSAGE_MAX } from '#features/showcases/rules/moves.ts'
import { changesNeedMessage, rejectionNeedsMessage } from '#features/showcases/texts.ts'
import * as format from '#shared/format/format.ts'
import { graphemes } from '#shared/text/graphemes.ts'
import { useSessionState } from '#web/storage/session-state.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextAreaField } from '#web/ui/forms/Field.tsx'
import { LazyConfirmDialog } from '#web/ui/dialogs/LazyConfirmDialog.tsx'
import { draftOf, type Move } from './decisions.ts'

interface DecisionFormProps {
  showcaseId: string
  name: string
  busy: Move | null
  /** Resolves to true where it succeeded. */
  onDecide: (move: Move, message: string) => Promise<boolean>
  /** The other actions. */
  children: ReactNode
}

const max = DECISION_MESSAGE_MAX
/** The same field carries what has to change, and why a showcase is refused. */
const messageLabel = 'Messaggio per il trader'
const missing = {
  'request-changes': changesNeedMessage,
  reject: rejectionNeedsMessage,
}

/** Approves, requests changes, or rejects. */
export function DecisionForm({ showcaseId, name, busy, onDecide, children }: DecisionFormProps) {
  // The message survives refreshed lists, other filters and other tabs of the panel.
  const [message, setMessage] = useSessionState(draftOf(showcaseId), '')
  const [error, setError] = useState<string | undefined>()
  const [confirming, setConfirming] = useState<'approve' | 'reject' | null>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const length = graphemes(message.trim())

  function type(text: string) {
    setMessage(text)
    setError(undefined)
  }

  /** Whether the message can be sent; else its field says why. */
  function isReady(move: keyof typeof missing): boolean {
    const why = length === 0 ? missing[move] : length > max ? `Al massimo ${format.count(max)} caratteri.` : undefined
    setError(why)
    if (why !== undefined) area.current?.focus()
    return why === undefined
  }

  async function answer(move: 'approve' | 'reject') {
    await onDecide(move, move === 'approve' ? '' : message.trim())
    setConfirming(null)
  }

  return (
    <div className="mt-3">
      <TextAreaField
        ref={area}
        label={messageLabel}
        note={length === 0 ? undefined : `${format.count(length)}/${format.count(max)}`}
        help="Lo legge il trader, con le modifiche richieste o con il rifiuto."
        error={error}
        rows={3}
        value={message}
        aria-label={`${messageLabel}: ${name}`}
        onChange={(event) => type(event.target.value)}
      />
      <div className="adm-showcase-actions">
        <Button
          variant="primary"
          size="sm"
          busy={busy === 'approve' && 'Approvazione...'}
          aria-disabled={(busy !== null && busy !== 'approve') || undefined}
          onClick={() => (length === 0 ? void onDecide('approve', '') : setConfirming('approve'))}
        >
          <Check size={15} strokeWidth={2} aria-hidden />
          Approva
          <span className="sr-only"> {name}</span>
        </Button>
        <Button
          size="sm"
          busy={busy === 'request-changes' && 'Invio...'}
          aria-disabled={(busy !== null && busy !== 'request-changes') || undefined}
          onClick={() => {
            if (isReady('request-changes')) void onDecide('request-changes', message.trim())
          }}
        >
          Richiedi modifiche
          <span className="sr-only"> a {name}</span>
        </Button>
        <Button size="sm" variant="danger-line" onClick={() => setConfirming(isReady('reject') ? 'reject' : null)}>
          Rifiuta
          <span className="sr-only"> {name}</span>
        </Button>
        {children}
      </div>
      {confirming === 'approve' && (
        <LazyConfirmDialog
          tone="warning"
          title="Approvare senza il messaggio?"
          confirm="Approva senza messaggio"
          busy={busy === 'approve' && 'Approvazione...'}
          onConfirm={() => void answer('approve')}
          onCancel={() => setConfirming(null)}
        >
          Un’approvazione non porta messaggi: «{message.trim()}» non arriva al trader e va perso. Per farglielo leggere
          scegli «Richiedi modifiche» o «Rifiuta».
        </LazyConfirmDialog>
      )}
      {confirming === 'reject' && (
        <LazyConfirmDialog
          tone="danger"
          title="Rifiutare la vetrina?"
          confirm="Rifiuta la vetrina"
          busy={busy === 'reject' && 'Rifiuto...'}
          onConfirm={() => void answer('reject')}
          onCancel={() => setConfirming(null)}
        >
          «{name}» non viene pubblicata; una versione approvata prima resta visibile. Il trader legge: «{message.trim()}
          »
        </LazyConfirmDialog>
      )}
    </div>
  )
}
