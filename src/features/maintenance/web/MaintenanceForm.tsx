import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import * as format from '#shared/format.ts'
import { graphemes } from '#shared/graphemes.ts'
import { readError } from '#web/api.ts'
import { useSessionState } from '#web/session-state.ts'
import { toast } from '#web/toasts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { TextAreaField } from '#web/ui/forms/Field.tsx'
import type { MaintenanceState } from '../rules.ts'
import { messageLength, messageProblem } from '../rules.ts'
import { statusQuery, toggle, type Wanted } from './status.ts'

const fieldName = 'messaggio-manutenzione'
const untouched: string | null = null

/** The switch. Closing is asked again; what another admin changed meanwhile shows, but for a message that is just being written. */
export function MaintenanceForm({ state }: { state: MaintenanceState }) {
  const id = useId()
  const client = useQueryClient()
  const [draft, setDraft] = useSessionState('maintenance-message', untouched)
  const [isAsked, setAsked] = useState(false)
  /** What is being sent; the reference knows it before the next drawing: a double click is one. */
  const [sending, setSending] = useState<Wanted | null>(null)
  const isSending = useRef(false)
  const [fault, setFault] = useState<{ sentence: string; wanted: Wanted } | null>(null)
  const [isShown, setShown] = useState(false)

  const message = draft ?? state.message
  const problem = messageProblem(message.trim()) ?? undefined
  const isChanged = message.trim() !== state.message

  async function run(wanted: Wanted, said: string): Promise<void> {
    if (isSending.current) return
    isSending.current = true
    setSending(wanted)
    setFault(null)
    try {
      const { queryKey } = statusQuery()
      await client.cancelQueries({ queryKey })
      const state = await toggle(wanted)
      client.setQueryData(queryKey, (held) => held && { ...held, ...state })
      // Opening leaves the message alone, and so what is being written of it.
      if (wanted.enabled) setDraft(null)
      setAsked(false)
      toast(said, 'ok')
    } catch (error) {
      setFault({ sentence: readError(error).message, wanted })
    } finally {
      isSending.current = false
      setSending(null)
    }
  }

  /** What is wrong with the message is said at it, and leads there. */
  function withMessage(work: () => void): void {
    setShown(true)
    if (problem === undefined) return work()
    document.querySelector<HTMLTextAreaElement>(`[name="${fieldName}"]`)?.focus()
  }
  const ask = () =>
    withMessage(() => {
      setFault(null)
      setAsked(true)
    })
  const close = () => void run({ enabled: true, message: message.trim() }, 'Manutenzione attivata')
  const change = () => void run({ enabled: true, message: message.trim() }, 'Messaggio aggiornato')
  const open = () => void run({ enabled: false }, 'Manutenzione disattivata')

  return (
    <section className="mnt" aria-labelledby={id}>
      <div className="mnt-head">
        <div>
          <h3 id={id}>Modalità manutenzione</h3>
          <p>Gli utenti vedono la pagina di manutenzione. Gli admin entrano comunque.</p>
        </div>
        <input
          type="checkbox"
          role="switch"
          className="mnt-switch"
          aria-labelledby={id}
          aria-checked={state.enabled}
          aria-busy={sending !== null || undefined}
          checked={state.enabled}
          onChange={() => (state.enabled ? open() : ask())}
        />
      </div>
      <TextAreaField
        label="Messaggio"
        name={fieldName}
        rows={2}
        note={`${format.count(graphemes(message))}/${format.count(messageLength)}`}
        error={isShown || graphemes(message) > messageLength ? problem : undefined}
        value={message}
        // A title has no lines.
        onChange={({ target }) => setDraft(target.value.replace(/[\r\n\t]+/g, ' '))}
      />
      {fault !== null && !isAsked && (
        <Alert
          tone="danger"
          lead={fault.wanted.enabled ? 'Messaggio non aggiornato.' : 'Il sito resta in manutenzione.'}
          live
        >
          {fault.sentence}
        </Alert>
      )}
      <div className="mnt-actions">
        {state.enabled ? (
          <>
            <Button variant="primary" busy={sending?.enabled === false && 'Disattivazione...'} onClick={open}>
              Disattiva manutenzione
            </Button>
            {isChanged && (
              <Button busy={sending?.enabled === true && 'Aggiornamento...'} onClick={() => withMessage(change)}>
                Aggiorna messaggio
              </Button>
            )}
          </>
        ) : (
          <Button variant="danger" onClick={ask}>
            Attiva manutenzione
          </Button>
        )}
      </div>
      {isAsked && !state.enabled && (
        <ConfirmDialog
          tone="danger"
          title="Attivare la manutenzione?"
          confirm="Attiva manutenzione"
          busy={sending !== null && 'Attivazione...'}
          error={fault?.sentence ?? null}
          onConfirm={close}
          onCancel={() => setAsked(false)}
        >
          <p>
            Chi visita il sito vede solo la pagina di manutenzione, con questo messaggio: “{message.trim()}”. A chi ha
            già una pagina aperta compare appena la pagina si aggiorna. Gli admin entrano comunque.
          </p>
          <p className="mt-2">
            Le sincronizzazioni degli Expert Advisor e le notifiche dei pagamenti continuano: nessun dato va perso.
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}
