import { Link, Pencil, Unlink } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { removeMyfxbook, setMyfxbook } from '#features/traders/links-contract.ts'
import { readMyfxbook } from '#features/traders/own-links.ts'
import { readError, send } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { LazyConfirmDialog } from '#web/ui/dialogs/LazyConfirmDialog.tsx'

interface MyfxbookCardProps {
  /** The linked page; null where there is none. */
  url: string | null
  /** Where a page must be. */
  host: string
  /** Told what is linked from now on. */
  onChange: (url: string | null) => void
}

/** The page of the external verification: linked, changed, removed. */
export function MyfxbookCard({ url, host, onChange }: MyfxbookCardProps) {
  const [isEditing, setEditing] = useState(false)
  const [isAsked, setAsked] = useState(false)
  /** What the own act puts in place of the control that had the focus. */
  const [wanted, setWanted] = useState<'field' | 'edit' | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const edit = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const target = wanted === 'field' ? field.current : wanted === 'edit' ? edit.current : null
    if (target === null) return
    target.focus()
    setWanted(null)
  }, [wanted, url, isEditing])
  const isForm = url === null || isEditing
  return (
    <Panel title="MyFxBook" end={<LinkState isLinked={url !== null} />}>
      {isForm ? (
        <MyfxbookForm
          field={field}
          url={url}
          host={host}
          onDone={(next) => {
            onChange(next)
            setEditing(false)
            setWanted('edit')
          }}
          onCancel={
            url === null
              ? null
              : () => {
                  setEditing(false)
                  setWanted('edit')
                }
          }
        />
      ) : (
        <>
          <a
            className="block rounded-1 border border-line-2 px-3.5 py-2.5 font-mono text-label leading-5 [overflow-wrap:anywhere]"
            href={url}
            target="_blank"
            rel="noopener noreferrer nofollow"
          >
            {url.replace(/^https:\/\/(www\.)?/, '')}
          </a>
          <div className="mt-3 flex flex-wrap gap-2.5">
            <Button
              ref={edit}
              size="sm"
              onClick={() => {
                setEditing(true)
                setWanted('field')
              }}
            >
              <Pencil size={14} strokeWidth={2} aria-hidden />
              Modifica
            </Button>
            <Button size="sm" variant="danger-line" onClick={() => setAsked(true)}>
              <Unlink size={14} strokeWidth={2} aria-hidden />
              Rimuovi
            </Button>
          </div>
        </>
      )}
      {isAsked && (
        <RemoveDialog
          onDone={() => {
            setAsked(false)
            onChange(null)
            setWanted('field')
          }}
          onCancel={() => setAsked(false)}
        />
      )}
    </Panel>
  )
}

interface FormProps {
  field: React.RefObject<HTMLInputElement | null>
  url: string | null
  host: string
  onDone: (url: string | null) => void
  /** Null where there is nothing to go back to. */
  onCancel: (() => void) | null
}

function MyfxbookForm({ field, url, host, onDone, onCancel }: FormProps) {
  const [typed, setTyped] = useState(url ?? '')
  const [fault, setFault] = useState<string | undefined>()
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function connect() {
    if (busy) return
    const read = readMyfxbook(typed, host)
    // Here nothing typed is no wish to remove the link: that has a button of its own.
    const wrong = typed.trim() === '' ? '❌ Inserisci un URL MyFxBook valido' : read.ok ? undefined : read.sentence
    setFault(wrong)
    setRefusal(null)
    if (wrong !== undefined) return field.current?.focus()
    setBusy(true)
    try {
      const { message, myfxbook_url } = await send<typeof setMyfxbook>('PUT /api/trader/myfxbook', {
        body: { myfxbook_url: typed.trim() },
      })
      toast(message, 'ok')
      onDone(myfxbook_url)
    } catch (error) {
      const { status, fields, body } = readError(error)
      const refused = fields['myfxbook_url']
      setBusy(false)
      setFault(refused)
      if (refused !== undefined) return field.current?.focus()
      setRefusal(status === 0 ? 'Errore di rete' : (body?.detail ?? 'Errore collegamento MyFxBook'))
    }
  }

  return (
    <form
      className="grid gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void connect()
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
        error={fault}
        onChange={(event) => {
          setTyped(event.target.value)
          setFault(undefined)
        }}
      />
      {refusal !== null && <Alert tone="danger" lead={refusal} live />}
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" size="sm" busy={busy && 'Collegamento...'}>
          <Link size={14} strokeWidth={2} aria-hidden />
          {url === null ? 'Collega' : 'Salva'}
        </Button>
        {onCancel !== null && (
          <Button size="sm" variant="text" disabled={busy} onClick={onCancel}>
            Annulla
          </Button>
        )}
      </div>
    </form>
  )
}

function RemoveDialog({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)

  async function remove() {
    setBusy(true)
    setRefusal(null)
    try {
      const { message } = await send<typeof removeMyfxbook>('DELETE /api/trader/myfxbook', {})
      toast(message, 'ok')
      onDone()
    } catch (error) {
      const { status, body } = readError(error)
      setBusy(false)
      setRefusal(status === 0 ? 'Errore rete' : (body?.detail ?? 'Errore rimozione MyFxBook'))
    }
  }

  return (
    <LazyConfirmDialog
      tone="danger"
      title="Rimuovere MyFxBook?"
      confirm="Rimuovi"
      busy={busy && 'Rimozione...'}
      error={refusal}
      onConfirm={() => void remove()}
      onCancel={onCancel}
    >
      <p>Il link sparisce dalla classifica e dal tuo profilo. Puoi collegarlo di nuovo quando vuoi.</p>
    </LazyConfirmDialog>
  )
}

/** A full disc or a barred ring, and the word. */
function LinkState({ isLinked }: { isLinked: boolean }) {
  return (
    <span className={`connection connection-${isLinked ? 'connected' : 'disconnected'}`}>
      <svg
        width="10"
        height="10"
        viewBox="0 0 10 10"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        aria-hidden="true"
      >
        {isLinked ? (
          <circle cx="5" cy="5" r="4.2" fill="currentColor" stroke="none" />
        ) : (
          <>
            <circle cx="5" cy="5" r="3.7" />
            <path d="m2.6 7.4 4.8-4.8" />
          </>
        )}
      </svg>
      {isLinked ? 'Collegato' : 'Non collegato'}
    </span>
  )
}
