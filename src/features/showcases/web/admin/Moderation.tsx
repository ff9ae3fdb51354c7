import { ChevronDown, Eye, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ModeratedShowcase } from '#features/showcases/admin-contract.ts'
import type { deleteShowcase } from '#features/showcases/contract.ts'
import { showcaseAddress } from '#features/showcases/rules/addresses.ts'
import { formerVersionStays } from '#features/showcases/texts.ts'
import { showcaseDeleted } from '#features/showcases/texts.ts'
import * as format from '#shared/format/format.ts'
import { send, type ApiError } from '#web/api.ts'
import { useSessionState } from '#web/storage/session-state.ts'
import { opensInNewTab } from '#web/screen-texts.ts'
import { toast } from '#web/toasts.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.tsx'
import { enclosingList } from '#web/ui/list/focus.ts'
import { LazyConfirmDialog } from '#web/ui/dialogs/LazyConfirmDialog.tsx'
import { DecisionForm } from './DecisionForm.tsx'
import { decide, draftOf, oneAtATime, type Move } from './decisions.ts'
import { lossOf, type Loss } from './LostDecision.tsx'
import { useRefresh } from './queries.ts'
import { changesTitle, deletionErrorText, hiddenNote, nameOf, statusErrorText } from './texts.ts'

const Changes = lazyWithRetry(
  async () => (await import('./Changes.tsx')).Changes,
  <output className="skeleton mt-3 grid h-[120px] place-items-center text-ui text-ink-2">Caricamento...</output>,
)

interface Decision {
  move: Move
  version: number
  message: string
}

interface ModerationProps {
  row: ModeratedShowcase
  /** The details are open from the beginning. */
  isUnfolded: boolean
  /** Called once nothing is left to decide here, when the keyboard has lost its place. */
  onDecided: (decided: { showcaseId: string; list: Element | null; loss: Loss | null }) => void
}

/** The actions on a showcase. A decision is about the version that was shown when the moderator began to read. */
export function Moderation({ row, isUnfolded, onDecided }: ModerationProps) {
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  const top = useRef<HTMLDivElement>(null)
  const refresh = useRefresh()
  const [, setDraft] = useSessionState(draftOf(row.showcase_id), '')
  const clearDraft = () => setDraft('')
  const [viewed, setViewed] = useState(row.version)
  const [isOpen, setOpen] = useState(isUnfolded)
  const [isDeleting, setDeleting] = useState(false)
  // The details may report a new version before the list does.
  const [reported, setReported] = useState<number | null>(null)
  const waits = row.waiting_since !== null
  const current = Math.max(row.version ?? 0, reported ?? 0)
  // While nothing waits for a decision, the row's version counts as viewed.
  if (!waits && viewed !== row.version) setViewed(row.version)
  const name = nameOf(row)
  /** The last attempt came too late. */
  const loss = useRef<Loss | null>(null)
  const findLoss = async (error: ApiError) => {
    loss.current = await lossOf(row.showcase_id, name, error)
    return loss.current !== null
  }
  const deciding = useAction(
    ({ move, version, message }: Decision) => decide(row.showcase_id, move, version, message),
    {
      async onDone(answer) {
        toast(answer, 'ok')
        clearDraft()
        await refresh()
      },
      async onError(error) {
        const isLost = await findLoss(error)
        await refresh()
        return isLost
      },
    },
  )
  const deleting = useAction(
    () =>
      send<typeof deleteShowcase>('DELETE /api/showcases/:showcase_id', { params: { showcase_id: row.showcase_id } }),
    {
      async onDone() {
        toast(showcaseDeleted, 'ok')
        clearDraft()
        await refresh()
        setDeleting(false)
      },
      async onError(error) {
        const isLost = await findLoss(error)
        if (isLost) setDeleting(false)
        await refresh()
        return isLost
      },
    },
  )
  const { error } = deciding
  const hasChanged = error?.type === 'SHOWCASE_RESUBMITTED' || (waits && viewed !== current)

  /** Runs an action, and reports where nothing is left to decide. */
  async function act(action: () => Promise<boolean>): Promise<boolean> {
    const list = enclosingList(top.current)
    loss.current = null
    const done = await oneAtATime(action)
    if (done || loss.current !== null) onDecided({ showcaseId: row.showcase_id, list, loss: loss.current })
    return done
  }
  const run = (move: Move, message: string) =>
    viewed === null ? Promise.resolve(false) : act(() => deciding.run({ move, version: viewed, message }))
  const confirmDeletion = () => {
    deleting.clear()
    setDeleting(true)
  }

  function lookAgain() {
    // The pressed button goes away, so the focus moves to the details.
    flushSync(() => {
      deciding.clear()
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
      aria-label={`Anteprima di ${name} ${opensInNewTab}`}
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
      {waits ? changesTitle(row.was_published) : 'Dettagli'}
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
            <Alert tone="danger" lead={statusErrorText(error)} live />
          </div>
        )
      )}
      {isOpen && row.version !== null && (
        <section ref={panel} id={`${id}-changes`} aria-label={`Dettagli di ${name}`} tabIndex={-1}>
          <Changes showcaseId={row.showcase_id} onVersion={onVersion} />
        </section>
      )}
      {waits ? (
        <DecisionForm
          showcaseId={row.showcase_id}
          name={name}
          busy={deciding.isBusy ? (deciding.input?.move ?? null) : null}
          onDecide={run}
        >
          {changes}
          {preview}
          <Delete name={name} onClick={confirmDeletion} />
        </DecisionForm>
      ) : (
        <div className="adm-showcase-actions">
          {preview}
          {changes}
          <Delete name={name} onClick={confirmDeletion} />
        </div>
      )}
      {isDeleting && (
        <LazyConfirmDialog
          tone="danger"
          title="Eliminare la vetrina?"
          confirm="Elimina la vetrina"
          busy={deleting.isBusy && 'Eliminazione...'}
          error={deleting.error && deletionErrorText(deleting.error)}
          onConfirm={() => void act(() => deleting.run())}
          onCancel={() => setDeleting(false)}
        >
          La vetrina «{name}» di {row.display_name} (@{row.username}) viene eliminata con immagini, file e statistiche.
          Non si può annullare. Dove la posta è attiva, il trader viene avvisato per email.
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

/** Notes on a showcase: since when it waits, and why it would stay hidden. */
function Notes({ row }: { row: ModeratedShowcase }) {
  const notes = [
    row.waiting_since !== null && `Attende dal ${format.dateTime(row.waiting_since)}.`,
    row.waiting_since !== null && row.was_published && formerVersionStays,
    hiddenNote(row),
    row.version === null && 'Il trader la sta ancora scrivendo: nessuno la vede finché non la invia.',
  ].filter((note): note is string => typeof note === 'string')
  return notes.length === 0 ? null : <p className="adm-showcase-notes">{notes.join(' ')}</p>
}
