import { subscribeAddress } from '#features/subscriptions/plan-names.ts'
import type { ShowcaseStatus } from '#features/showcases/rules/moves.ts'
import { inModeration, isRejected } from '#features/showcases/texts.ts'
import * as format from '#shared/format/format.ts'
import { inputStays } from '#web/screen-texts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { keepPlace } from '#web/ui/keep-place.ts'
import type { MyShowcase } from './save.ts'
import type { Editor } from './useEditor.ts'

interface NoticesProps {
  editor: Editor
  mine: MyShowcase
  onRetry: (submit: boolean) => void
  /** Called after a press, when the pressed button is gone. */
  onAnswered: () => void
}

/** Notices that the trader must read before they go on writing. */
export function Notices({ editor, mine, onRetry, onAnswered }: NoticesProps) {
  const { isRestored, dropped, isGone, isOver, refusal, device } = editor
  const answer = (act: () => void) => () => {
    act()
    onAnswered()
  }
  return (
    <div className="grid gap-4 not-empty:mb-6">
      <Moderation mine={mine} />
      {isRestored && (
        <Alert
          tone="info"
          lead="Bozza ripresa da questo dispositivo."
          action={
            <Button size="sm" onClick={answer(editor.discard)}>
              Scarta
            </Button>
          }
        >
          {isOlder(editor, mine)
            ? 'Nel frattempo la vetrina è stata salvata altrove: quando salvi scegli quale versione tenere.'
            : 'Sono le modifiche che stavi scrivendo e che non hai ancora salvato.'}
        </Alert>
      )}
      {dropped !== null && (
        <Alert
          tone="info"
          lead="Bozza scartata."
          live
          action={
            <Button size="sm" onClick={answer(editor.undoDiscard)}>
              Annulla
            </Button>
          }
        >
          Puoi riprenderla finché non scrivi altro.
        </Alert>
      )}
      {isGone && <Alert tone="warn" lead="La vetrina è stata eliminata: se salvi ne crei una nuova." live />}
      {device.other !== null && (
        <Alert tone="warn" lead="Stai scrivendo questa vetrina anche in un’altra scheda." live>
          Finché non scegli, quello che scrivi qui non viene conservato sul dispositivo.
          <span className="mt-3 flex flex-wrap gap-3">
            <Button size="sm" onClick={device.keepMine}>
              Tieni questa
            </Button>
            <Button size="sm" onClick={editor.takeOther}>
              Prendi l’altra
            </Button>
          </span>
        </Alert>
      )}
      {isOver && (
        <Alert tone="danger" lead="Sessione scaduta" live>
          Accedi di nuovo: quello che hai scritto resta su questo dispositivo.
        </Alert>
      )}
      {refusal !== null && (
        <Alert
          tone="danger"
          lead={refusal.submit ? 'Errore creazione vetrina' : 'Bozza non salvata.'}
          live
          action={
            refusal.error.type === 'DIAMOND_REQUIRED' ? (
              <ButtonLink size="sm" href={subscribeAddress('diamond')}>
                Rinnova Diamond
              </ButtonLink>
            ) : (
              <Button ref={keepPlace} size="sm" onClick={() => onRetry(refusal.submit)}>
                Riprova
              </Button>
            )
          }
        >
          {refusal.error.message} {device.isStored ? 'Quello che hai scritto resta su questo dispositivo.' : inputStays}
        </Alert>
      )}
    </div>
  )
}

function isOlder({ base }: Editor, { showcase }: MyShowcase): boolean {
  return showcase !== null && base.version !== showcase.version
}

const states: Partial<Record<ShowcaseStatus, { lead: string; text: string }>> = {
  pending_review: {
    lead: inModeration,
    text: 'Se la modifichi e pubblichi, la versione in moderazione viene sostituita.',
  },
  published: {
    lead: 'La vetrina è pubblicata.',
    text: 'La pagina pubblica resta com’è finché le modifiche non sono approvate.',
  },
  published_with_pending: {
    lead: 'La vetrina è pubblicata e ha modifiche in moderazione.',
    text: 'Se la modifichi e pubblichi, la versione in moderazione viene sostituita. La pagina pubblica resta com’è finché le modifiche non sono approvate.',
  },
}

/** The effect of editing in the present status, or the moderators' request. */
function Moderation({ mine: { showcase, moderation_messages: messages } }: { mine: MyShowcase }) {
  if (showcase === null) return null
  const state = states[showcase.status]
  if (state !== undefined) {
    return (
      <Alert tone="info" lead={state.lead}>
        {state.text}
      </Alert>
    )
  }
  const [message] = messages
  if (message === undefined || showcase.status === 'draft') return null
  const lead = showcase.status === 'rejected' ? isRejected : 'Sono state chieste modifiche.'
  return (
    <Alert tone={showcase.status === 'rejected' ? 'danger' : 'warn'} lead={lead}>
      <span className="whitespace-pre-line [overflow-wrap:anywhere]">{message.message}</span>{' '}
      <span className="text-ink-3">({format.dateTime(message.created_at)})</span>
    </Alert>
  )
}

/** Whether the content is saved, or stored on this device alone. */
export function DraftStatus({ editor: { isDirty, device, base } }: { editor: Editor }) {
  const words = isDirty
    ? device.isStored
      ? 'Modifiche conservate su questo dispositivo, non ancora salvate.'
      : 'Modifiche non conservate: usa «Salva bozza».'
    : base.version === null
      ? ''
      : 'Tutto salvato.'
  return <p className="mt-3 text-right text-label text-ink-3">{words}</p>
}
