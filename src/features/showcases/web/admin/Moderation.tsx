import { ChevronDown, Eye, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ModeratedShowcase } from '#features/showcases/admin-contract.ts'
import type { deleteShowcase } from '#features/showcases/contract.ts'
import { showcaseAddress } from '#features/showcases/rules/addresses.ts'
import * as format from '#shared/format.ts'
import { readError, send } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.tsx'
import { LazyConfirmDialog } from '#web/ui/dialogs/LazyConfirmDialog.tsx'
import { DecisionForm } from './DecisionForm.tsx'
import { decide, keepMessage, onceAtATime, type Move } from './deciding.ts'
import { deletionFault, faultText, hiddenNote, nameOf, useRenew } from './list.ts'
import { lossOf, type Loss } from './Overtaken.tsx'

const Changes = lazyWithRetry(
  async () => (await import('./Changes.tsx')).Changes,
  <output className="skeleton mt-3 grid h-[120px] place-items-center text-ui text-ink-2">Caricamento...</output>,
)

interface ModerationProps {
  row: ModeratedShowcase
  /** The details stand there from the beginning. */
  isUnfolded?: boolean
  /** There is nothing to decide here any more, and the keyboard has lost its place; what was chosen may have come too late. */
  onOver: (loss: Loss | null) => void
}

/** What can be done to a showcase. What is decided on is the version that stood here when somebody began to look. */
export function Moderation({ row, isUnfolded = false, onOver }: ModerationProps) {
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  const renew = useRenew()
  const [seen, setSeen] = useState(row.version)
  const [isOpen, setOpen] = useState(isUnfolded)
  const [busy, setBusy] = useState<Move | 'delete' | null>(null)
  const [fault, setFault] = useState<{ lead: string; isChanged: boolean } | null>(null)
  const [deletion, setDeletion] = useState<{ fault: string | null } | null>(null)
  // Of the details: they may tell of a new version before the list does.
  const [told, setTold] = useState<number | null>(null)
  const waits = row.waiting_since !== null
  const current = Math.max(row.version ?? 0, told ?? 0)
  // Nothing is being decided: what comes next is the first to be seen.
  if (!waits && seen !== row.version) setSeen(row.version)
  const isNews = fault?.isChanged === true || (waits && seen !== current)
  const name = nameOf(row)

  async function act(move: Move, message: string): Promise<boolean> {
    if (seen === null) return false
    const version = seen
    let loss: Loss | null = null
    const done = await onceAtATime(async () => {
      setBusy(move)
      setFault(null)
      try {
        toast(await decide(row.showcase_id, move, version, message), 'ok')
        keepMessage(row.showcase_id, '')
        await renew()
        return true
      } catch (error) {
        loss = await lossOf(row.showcase_id, name, error)
        const isChanged = readError(error).type === 'SHOWCASE_RESUBMITTED'
        if (loss === null) setFault({ lead: faultText(error), isChanged })
        await renew()
        return false
      } finally {
        setBusy(null)
      }
    })
    if (done || loss !== null) onOver(loss)
    return done
  }

  async function remove() {
    await onceAtATime(async () => {
      setBusy('delete')
      try {
        const params = { showcase_id: row.showcase_id }
        await send<typeof deleteShowcase>('DELETE /api/showcases/:showcase_id', { params })
        toast('✅ Vetrina eliminata con successo!', 'ok')
        keepMessage(row.showcase_id, '')
        await renew()
        setDeletion(null)
        onOver(null)
        return true
      } catch (error) {
        const loss = await lossOf(row.showcase_id, name, error)
        setDeletion(loss === null ? { fault: deletionFault(error) } : null)
        await renew()
        if (loss !== null) onOver(loss)
        return false
      } finally {
        setBusy(null)
      }
    })
  }

  function lookAgain() {
    // The button that was pressed goes: the keyboard goes on where what it opened begins.
    flushSync(() => {
      setFault(null)
      setSeen(current)
      setOpen(true)
    })
    panel.current?.focus()
    void renew()
  }

  /** Whoever opens the details looks at their version; another one later is news. */
  function onVersion(version: number) {
    if (told === null) setSeen(version)
    setTold(version)
  }

  const preview = row.version !== null && (
    <ButtonLink
      variant="text"
      size="sm"
      href={showcaseAddress(row.showcase_id)}
      target="_blank"
      rel="noopener"
      aria-label={`Anteprima di ${name} (si apre in un’altra scheda)`}
    >
      <Eye size={16} strokeWidth={1.75} aria-hidden />
      Anteprima
    </ButtonLink>
  )
  const changes = row.version !== null && (
    <Button
      size="sm"
      variant="text"
      aria-expanded={isOpen}
      aria-controls={`${id}-changes`}
      onClick={() => setOpen(!isOpen)}
    >
      <ChevronDown size={16} strokeWidth={1.75} className={isOpen ? 'icon rotate-180' : 'icon'} aria-hidden />
      {waits ? 'Cosa cambia' : 'Dettagli'}
    </Button>
  )
  return (
    <>
      <Notes row={row} />
      {isNews ? (
        <div className="mt-3">
          <Alert
            tone="warn"
            lead="È cambiata mentre la guardavi."
            live
            action={
              <Button size="sm" onClick={lookAgain}>
                Guarda di nuovo
              </Button>
            }
          >
            Leggi la versione che attende ora, poi decidi.
          </Alert>
        </div>
      ) : (
        fault !== null && (
          <div className="mt-3">
            <Alert tone="danger" lead={fault.lead} live />
          </div>
        )
      )}
      {isOpen && row.version !== null && (
        <section ref={panel} id={`${id}-changes`} aria-label={`Dettagli di ${name}`} tabIndex={-1}>
          <Changes showcaseId={row.showcase_id} onVersion={onVersion} />
        </section>
      )}
      {waits ? (
        <DecisionForm showcaseId={row.showcase_id} name={name} busy={busy === 'delete' ? null : busy} onDecide={act}>
          {changes}
          {preview}
          <Delete name={name} onClick={() => setDeletion({ fault: null })} />
        </DecisionForm>
      ) : (
        <div className="adm-showcase-actions">
          {preview}
          {changes}
          <Delete name={name} onClick={() => setDeletion({ fault: null })} />
        </div>
      )}
      {deletion !== null && (
        <LazyConfirmDialog
          tone="danger"
          title="Eliminare la vetrina?"
          confirm="Elimina la vetrina"
          busy={busy === 'delete' && 'Eliminazione...'}
          error={deletion.fault}
          onConfirm={() => void remove()}
          onCancel={() => setDeletion(null)}
        >
          La vetrina “{name}” di {row.display_name} (@{row.username}) viene eliminata con immagini, file e analisi. Non
          si può annullare: il trader viene avvisato per email.
        </LazyConfirmDialog>
      )}
    </>
  )
}

function Delete({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className="icon-button icon-button-sm ml-auto text-danger"
      aria-label={`Elimina ${name}`}
      title="Elimina vetrina"
      onClick={onClick}
    >
      <Trash2 size={17} strokeWidth={1.75} aria-hidden />
    </button>
  )
}

/** Since when it waits, and why it would not be seen. */
function Notes({ row }: { row: ModeratedShowcase }) {
  const notes = [
    row.waiting_since !== null && `Attende dal ${format.dateTime(row.waiting_since)}.`,
    row.waiting_since !== null && row.was_published && 'La versione approvata prima resta pubblica.',
    hiddenNote(row),
    row.version === null && 'Il trader la sta ancora scrivendo: nessuno la vede finché non la invia.',
  ].filter((note): note is string => typeof note === 'string')
  return notes.length === 0 ? null : <p className="adm-showcase-notes">{notes.join(' ')}</p>
}
