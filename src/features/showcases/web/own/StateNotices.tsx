import { Copy, Hourglass } from 'lucide-react'
import { inModeration, isRejected } from '#features/showcases/texts.ts'
import { subscribeAddress } from '#features/subscriptions/plan-names.ts'
import { noAccountConnected } from '#web/screen-texts.ts'
import { toast } from '#web/toasts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { editorAddress, pageAddress, type MyShowcase, type OwnShowcase } from './own-showcase.ts'

/** The meaning of the showcase's status, and the next step. */
export function StateNotices({ data, showcase }: { data: MyShowcase; showcase: OwnShowcase }) {
  const { status, has_draft: hasDraft, published_version: published, is_public: isPublic } = showcase
  const stays = isPublic ? ' La versione approvata resta online com’è.' : ''
  return (
    <>
      {!data.has_connected_account && (
        <Alert
          tone="warn"
          lead={noAccountConnected}
          action={
            <ButtonLink size="sm" href="/?view=dashboard#expert-advisor">
              Collega il conto
            </ButtonLink>
          }
        >
          I risultati compaiono di nuovo con la prima sincronizzazione di un conto.
        </Alert>
      )}
      {status === 'draft' && (
        <Alert tone="info" lead="È una bozza: la vedi solo tu." action={<ToReview>Controlla e invia</ToReview>}>
          Quando è pronta inviala in moderazione: va online dopo l’approvazione.
        </Alert>
      )}
      {(status === 'pending_review' || status === 'published_with_pending') && (
        <Alert
          tone="info"
          lead={status === 'pending_review' ? inModeration : 'Le modifiche sono in moderazione.'}
          icon={<Hourglass size={20} strokeWidth={1.75} aria-hidden />}
        >
          Decide un amministratore. La risposta compare qui{data.sends_mail && ' e ti arriva per email'}: non devi fare
          altro.{stays}
        </Alert>
      )}
      {status === 'changes_requested' && (
        <Alert tone="warn" lead="Servono modifiche." action={<ToEditor />}>
          Correggi ciò che chiede l’ultimo messaggio e pubblica di nuovo.{stays}
        </Alert>
      )}
      {status === 'rejected' && (
        <Alert tone="danger" lead={isRejected} action={<ToEditor />}>
          Leggi il motivo nell’ultimo messaggio: puoi correggerla e inviarla di nuovo.{stays}
        </Alert>
      )}
      {hasDraft && status !== 'draft' && (
        <Alert tone="warn" lead="Hai una bozza non inviata." action={<ToReview>Controlla e invia</ToReview>}>
          Le modifiche salvate dopo l’ultimo invio le vedi solo tu.
        </Alert>
      )}
      {isPublic && <Online showcase={showcase} />}
      {published !== null && !isPublic && !data.is_diamond && (
        <Alert
          tone="warn"
          lead="Approvata, ma non online."
          action={
            <ButtonLink size="sm" href={subscribeAddress('diamond')}>
              Attiva Diamond
            </ButtonLink>
          }
        >
          Una vetrina è pubblica solo con un piano Diamond attivo.
        </Alert>
      )}
      {published !== null && data.is_diamond && data.email_awaited && (
        <Alert
          tone="warn"
          lead="Approvata, ma non online."
          action={
            <ButtonLink size="sm" href="/?view=dashboard">
              Conferma l’email
            </ButtonLink>
          }
        >
          La vetrina è pubblica dopo la conferma della tua email: apri il link che ti abbiamo inviato.
        </Alert>
      )}
    </>
  )
}

function ToReview({ children }: { children: string }) {
  return (
    <ButtonLink size="sm" href={editorAddress(4)}>
      {children}
    </ButtonLink>
  )
}

function ToEditor() {
  return (
    <ButtonLink size="sm" href={editorAddress()}>
      Correggi
    </ButtonLink>
  )
}

/** The public address, for sharing. */
function Online({ showcase }: { showcase: OwnShowcase }) {
  const path = pageAddress(showcase)
  return (
    <Alert tone="ok" lead="La vetrina è online." action={<CopyLink path={path} />}>
      Chiunque può aprirla. <a href={path}>Vedi la pagina</a>
    </Alert>
  )
}

function CopyLink({ path }: { path: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(window.location.origin + path)
      toast('Link copiato', 'ok')
    } catch {
      toast('Il browser non permette di copiare: seleziona il link e copialo a mano.', 'warn')
    }
  }
  return (
    <Button size="sm" onClick={() => void copy()}>
      <Copy size={15} strokeWidth={1.75} aria-hidden />
      Copia link
    </Button>
  )
}
