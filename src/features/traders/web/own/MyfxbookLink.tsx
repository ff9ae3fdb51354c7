import { Link, Pencil, Unlink } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { removeMyfxbook, setMyfxbook } from '#features/traders/links-contract.ts'
import { readMyfxbook } from '#features/traders/own-links.ts'
import { send } from '#web/api.ts'
import { outsideLink } from '#web/outside-link.ts'
import { toast } from '#web/toasts.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { ActionError } from '#web/ui/ActionError.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { LazyConfirmDialog } from '#web/ui/dialogs/LazyConfirmDialog.tsx'

interface MyfxbookLinkProps {
  /** The linked page; null without one. */
  url: string | null
  /** The host of an allowed page. */
  host: string
  /** Called with the newly linked page. */
  onChange: (url: string | null) => void
}

/** The page of the external verification: link, change, remove. */
export function MyfxbookLink({ url, host, onChange }: MyfxbookLinkProps) {
  const [isEditing, setEditing] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  /** The control that gets the focus, since the action removes the focused one. */
  const [toFocus, setToFocus] = useState<'field' | 'edit' | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const edit = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const target = toFocus === 'field' ? field.current : toFocus === 'edit' ? edit.current : null
    if (target === null) return
    target.focus()
    setToFocus(null)
  }, [toFocus, url, isEditing])
  const isForm = url === null || isEditing
  return (
    <>
      {isForm ? (
        <MyfxbookForm
          field={field}
          url={url}
          host={host}
          onDone={(next) => {
            onChange(next)
            setEditing(false)
            setToFocus('edit')
          }}
          onCancel={
            url === null
              ? null
              : () => {
                  setEditing(false)
                  setToFocus('edit')
                }
          }
        />
      ) : (
        <>
          <a
            className="block rounded-1 border border-line-2 px-3.5 py-2.5 font-mono text-label leading-5 [overflow-wrap:anywhere]"
            href={url}
            {...outsideLink}
          >
            {url.replace(/^https:\/\/(www\.)?/, '')}
          </a>
          <div className="mt-3 flex flex-wrap gap-2.5">
            <Button
              ref={edit}
              size="sm"
              onClick={() => {
                setEditing(true)
                setToFocus('field')
              }}
            >
              <Pencil size={14} strokeWidth={2} aria-hidden />
              Modifica
            </Button>
            <Button size="sm" variant="danger-line" onClick={() => setConfirming(true)}>
              <Unlink size={14} strokeWidth={2} aria-hidden />
              Rimuovi
            </Button>
          </div>
        </>
      )}
      {isConfirming && (
        <RemoveDialog
          onDone={() => {
            setConfirming(false)
            onChange(null)
            setToFocus('field')
          }}
          onCancel={() => setConfirming(false)}
        />
      )}
    </>
  )
}

interface FormProps {
  field: React.RefObject<HTMLInputElement | null>
  url: string | null
  host: string
  onDone: (url: string | null) => void
  /** Null when there is no earlier state. */
  onCancel: (() => void) | null
}

function MyfxbookForm({ field, url, host, onDone, onCancel }: FormProps) {
  const [typed, setTyped] = useState(url ?? '')
  const [fieldError, setFieldError] = useState<string | undefined>()
  const connecting = useAction(
    (address: string) => send<typeof setMyfxbook>('PUT /api/trader/myfxbook', { body: { myfxbook_url: address } }),
    {
      onDone({ message, myfxbook_url }) {
        toast(message, 'ok')
        onDone(myfxbook_url)
      },
      onError: ({ fields }) => refuse(fields['myfxbook_url']),
    },
  )

  /** Shows an error at the field. @returns whether there is one */
  function refuse(error: string | undefined): boolean {
    setFieldError(error)
    if (error !== undefined) field.current?.focus()
    return error !== undefined
  }

  function connect() {
    const read = readMyfxbook(typed, host)
    connecting.clear()
    // An empty field does not remove the link: a button of its own does.
    const wrong = typed.trim() === '' ? '❌ Inserisci un URL MyFxBook valido' : read.ok ? undefined : read.sentence
    if (!refuse(wrong)) void connecting.run(typed.trim())
  }

  return (
    <form
      className="grid gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        connect()
      }}
    >
      <TextField
        ref={field}
        label="Indirizzo della pagina"
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder={`https://www.${host}/...`}
        maxLength={2_048}
        value={typed}
        error={fieldError}
        onChange={(event) => {
          setTyped(event.target.value)
          setFieldError(undefined)
        }}
      />
      <ActionError
        error={connecting.error}
        textOf={({ status, body }) =>
          status === 0 ? 'Errore di rete' : (body?.detail ?? 'Errore collegamento MyFxBook')
        }
      />
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" size="sm" busy={connecting.isBusy && 'Collegamento...'}>
          <Link size={14} strokeWidth={2} aria-hidden />
          {url === null ? 'Collega' : 'Salva'}
        </Button>
        {onCancel !== null && (
          <Button size="sm" variant="text" disabled={connecting.isBusy} onClick={onCancel}>
            Annulla
          </Button>
        )}
      </div>
    </form>
  )
}

function RemoveDialog({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const removing = useAction(() => send<typeof removeMyfxbook>('DELETE /api/trader/myfxbook', {}), {
    onDone({ message }) {
      toast(message, 'ok')
      onDone()
    },
  })
  const { error, isBusy } = removing

  return (
    <LazyConfirmDialog
      tone="danger"
      title="Rimuovere MyFxBook?"
      confirm="Rimuovi"
      busy={isBusy && 'Rimozione...'}
      error={error && (error.status === 0 ? 'Errore rete' : (error.body?.detail ?? 'Errore rimozione MyFxBook'))}
      onConfirm={() => void removing.run()}
      onCancel={onCancel}
    >
      <p>Il link sparisce dalla classifica e dal tuo profilo. Puoi collegarlo di nuovo quando vuoi.</p>
    </LazyConfirmDialog>
  )
}
