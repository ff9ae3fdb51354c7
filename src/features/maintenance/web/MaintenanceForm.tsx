import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import * as format from '#shared/format/format.ts'
import { graphemes } from '#shared/text/graphemes.ts'
import { useSessionState } from '#web/storage/session-state.ts'
import { toast } from '#web/toasts.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { ActionError } from '#web/ui/ActionError.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { TextAreaField } from '#web/ui/forms/Field.tsx'
import type { MaintenanceState } from '../rules.ts'
import { messageLength, messageProblem } from '../rules.ts'
import { statusQuery, toggle, type Change } from './status.ts'

const fieldName = 'messaggio-manutenzione'
const untouched: string | null = null
const { queryKey } = statusQuery()

interface Switching {
  change: Change
  /** Announced after the change. */
  done: string
}

/** The switch. Closing needs a confirmation. Another admin's change shows, except in a message that is being typed. */
export function MaintenanceForm({ state }: { state: MaintenanceState }) {
  const id = useId()
  const client = useQueryClient()
  const [draft, setDraft] = useSessionState('maintenance-message', untouched)
  const [isConfirming, setConfirming] = useState(false)
  const [isShown, setShown] = useState(false)

  const message = draft ?? state.message
  const problem = messageProblem(message.trim()) ?? undefined
  const isChanged = message.trim() !== state.message

  const switching = useAction(
    async ({ change }: Switching) => {
      await client.cancelQueries({ queryKey })
      return toggle(change)
    },
    {
      onDone(state, { change, done }) {
        client.setQueryData(queryKey, (cached) => cached && { ...cached, ...state })
        // Opening leaves the message alone, and so its draft.
        if (change.enabled) setDraft(null)
        setConfirming(false)
        toast(done, 'ok')
      },
    },
  )
  const { error } = switching
  const sending = switching.isBusy ? switching.input?.change : undefined

  /** An error of the message stands at its field, which takes the focus. */
  function withMessage(work: () => void): void {
    setShown(true)
    if (problem === undefined) return work()
    document.querySelector<HTMLTextAreaElement>(`[name="${fieldName}"]`)?.focus()
  }
  const confirm = () =>
    withMessage(() => {
      switching.clear()
      setConfirming(true)
    })
  const set = (change: Change, done: string) => void switching.run({ change, done })
  const close = () => set({ enabled: true, message: message.trim() }, 'Manutenzione attivata')
  const update = () => set({ enabled: true, message: message.trim() }, 'Messaggio aggiornato')
  const open = () => set({ enabled: false }, 'Manutenzione disattivata')

  return (
    <section className="mnt" aria-labelledby={id}>
      <div className="mnt-head">
        <div>
          <h3 id={id}>Modalità manutenzione</h3>
          <p>Gli utenti vedono la pagina di manutenzione. Gli amministratori entrano comunque.</p>
        </div>
        <input
          type="checkbox"
          role="switch"
          className="mnt-switch"
          aria-labelledby={id}
          aria-checked={state.enabled}
          aria-busy={switching.isBusy || undefined}
          checked={state.enabled}
          onChange={() => (state.enabled ? open() : confirm())}
        />
      </div>
      <TextAreaField
        label="Messaggio"
        name={fieldName}
        rows={2}
        note={`${format.count(graphemes(message))}/${format.count(messageLength)}`}
        error={isShown || graphemes(message) > messageLength ? problem : undefined}
        value={message}
        // A title attribute has no line breaks.
        onChange={({ target }) => setDraft(target.value.replace(/[\r\n\t]+/g, ' '))}
      />
      {!isConfirming && (
        <ActionError
          error={error}
          lead={
            switching.input?.change.enabled === true ? 'Messaggio non aggiornato.' : 'Il sito resta in manutenzione.'
          }
        />
      )}
      <div className="mnt-actions">
        {state.enabled ? (
          <>
            <Button variant="primary" busy={sending?.enabled === false && 'Disattivazione...'} onClick={open}>
              Disattiva manutenzione
            </Button>
            {isChanged && (
              <Button busy={sending?.enabled === true && 'Aggiornamento...'} onClick={() => withMessage(update)}>
                Aggiorna messaggio
              </Button>
            )}
          </>
        ) : (
          <Button variant="danger" onClick={confirm}>
            Attiva manutenzione
          </Button>
        )}
      </div>
      {isConfirming && !state.enabled && (
        <ConfirmDialog
          tone="danger"
          title="Attivare la manutenzione?"
          confirm="Attiva manutenzione"
          busy={switching.isBusy && 'Attivazione...'}
          error={error?.message ?? null}
          onConfirm={close}
          onCancel={() => setConfirming(false)}
        >
          <p>
            Chi visita il sito vede solo la pagina di manutenzione, con questo messaggio: «{message.trim()}». A chi ha
            già una pagina aperta compare appena la pagina si aggiorna. Gli amministratori entrano comunque.
          </p>
          <p className="mt-2">
            Le sincronizzazioni degli Expert Advisor e le notifiche dei pagamenti continuano: nessun dato va perso.
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}
