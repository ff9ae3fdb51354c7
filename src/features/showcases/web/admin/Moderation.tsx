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
import { listAround } from '#web/ui/list/focus.ts'
import { LazyConfirmDialog } from '#web/ui/dialogs/LazyConfirmDialog.tsx'
import { DecisionForm } from './DecisionForm.tsx'
import { decide, oneAtATime, saveDraft, type Move } from './decisions.ts'
import { lossOf, type Loss } from './LostDecision.tsx'
import { useRefresh } from './queries.ts'
import { deletionErrorText, hiddenNote, nameOf, statusErrorText } from './texts.ts'

const Changes = lazyWithRetry(
  async () => (await import('./Changes.tsx')).Changes,
  <output className="skeleton mt-3 grid h-[120px] place-items-center text-ui text-ink-2">Caricamento...</output>,
)

interface ModerationProps {
  row: ModeratedShowcase
  /** The details stand open from the beginning. */
  isUnfolded: boolean
  /** Nothing is left to decide here, and the keyboard has lost its place. */
  onDecided: (decided: { showcaseId: string; list: Element | null; loss: Loss | null }) => void
}

/** The actions on a showcase. A decision is about the version that stood here when the moderator began to read. */
export function Moderation({ row, isUnfolded, onDecided }: ModerationProps) {
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  const top = useRef<HTMLDivElement>(null)
  const refresh = useRefresh()
  const [viewed, setViewed] = useState(row.version)
  const [isOpen, setOpen] = useState(isUnfolded)
  const [busy, setBusy] = useState<Move | 'delete' | null>(null)
  const [error, setError] = useState<{ lead: string; isChanged: boolean } | null>(null)
  const [deletion, setDeletion] = useState<{ error: string | null } | null>(null)
  // The details may report a new version before the list does.
  const [reported, setReported] = useState<number | null>(null)
  const waits = row.waiting_since !== null
  const current = Math.max(row.version ?? 0, reported ?? 0)
  // Nothing waits for a decision: the next version is the first to be viewed.
  if (!waits && viewed !== row.version) setViewed(row.version)
  const hasChanged = error?.isChanged === true || (waits && viewed !== current)
  const name = nameOf(row)

  async function run(move: Move, message: string): Promise<boolean> {
    if (viewed === null) return false
    const version = viewed
    const list = listAround(top.current)
    let loss: Loss | null = null
    const done = await oneAtATime(async () => {
      setBusy(move)
      setError(null)
      try {
        toast(await decide(row.showcase_id, move, version, message), 'ok')
        saveDraft(row.showcase_id, '')
        await refresh()
        return true
      } catch (failure) {
        loss = await lossOf(row.showcase_id, name, failure)
        const isChanged = readError(failure).type === 'SHOWCASE_RESUBMITTED'
        if (loss === null) setError({ lead: statusErrorText(failure), isChanged })
        await refresh()
        return false
      } finally {
        setBusy(null)
      }
    })
    if (done || loss !== null) onDecided({ showcaseId: row.showcase_id, list, loss })
    return done
  }

  async function remove() {
    const list = listAround(top.current)
    await oneAtATime(async () => {
      setBusy('delete')
      try {
        const params = { showcase_id: row.showcase_id }
        await send<typeof deleteShowcase>('DELETE /api/showcases/:showcase_id', { params })
        toast('✅ Vetrina eliminata con successo!', 'ok')
        saveDraft(row.showcase_id, '')
        await refresh()
        setDeletion(null)
        onDecided({ showcaseId: row.showcase_id, list, loss: null })
        return true
      } catch (failure) {
        const loss = await lossOf(row.showcase_id, name, failure)
        setDeletion(loss === null ? { error: deletionErrorText(failure) } : null)
        await refresh()
        if (loss !== null) onDecided({ showcaseId: row.showcase_id, list, loss })
        return false
      } finally {
        setBusy(null)
      }
    })
  }

  function lookAgain() {
    // The button that was pressed goes: the keyboard goes on at the details.
    flushSync(() => {
      setError(null)
      setViewed(current)
      setOpen(true)
    })
    panel.current?.focus()
    void refresh()
  }

  /** The first version of the details is the viewed one; a later one is a change. */
  function onVersion(version: number) {
    if (reported === null) setViewed(version)
    setReported(version)
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
    <div ref={top}>
      <Notes row={row} />
      {hasChanged ? (
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
        error !== null && (
          <div className="mt-3">
            <Alert tone="danger" lead={error.lead} live />
          </div>
        )
      )}
      {isOpen && row.version !== null && (
        <section ref={panel} id={`${id}-changes`} aria-label={`Dettagli di ${name}`} tabIndex={-1}>
          <Changes showcaseId={row.showcase_id} onVersion={onVersion} />
        </section>
      )}
      {waits ? (
        <DecisionForm showcaseId={row.showcase_id} name={name} busy={busy === 'delete' ? null : busy} onDecide={run}>
          {changes}
          {preview}
          <Delete name={name} onClick={() => setDeletion({ error: null })} />
        </DecisionForm>
      ) : (
        <div className="adm-showcase-actions">
          {preview}
          {changes}
          <Delete name={name} onClick={() => setDeletion({ error: null })} />
        </div>
      )}
      {deletion !== null && (
        <LazyConfirmDialog
          tone="danger"
          title="Eliminare la vetrina?"
          confirm="Elimina la vetrina"
          busy={busy === 'delete' && 'Eliminazione...'}
          error={deletion.error}
          onConfirm={() => void remove()}
          onCancel={() => setDeletion(null)}
        >
          La vetrina “{name}” di {row.display_name} (@{row.username}) viene eliminata con immagini, file e analisi. Non
          si può annullare: il trader viene avvisato per email.
        </LazyConfirmDialog>
      )}
    </div>
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

/** Since when it waits, and why it would stay hidden. */
function Notes({ row }: { row: ModeratedShowcase }) {
  const notes = [
    row.waiting_since !== null && `Attende dal ${format.dateTime(row.waiting_since)}.`,
    row.waiting_since !== null && row.was_published && 'La versione approvata prima resta pubblica.',
    hiddenNote(row),
    row.version === null && 'Il trader la sta ancora scrivendo: nessuno la vede finché non la invia.',
  ].filter((note): note is string => typeof note === 'string')
  return notes.length === 0 ? null : <p className="adm-showcase-notes">{notes.join(' ')}</p>
}
