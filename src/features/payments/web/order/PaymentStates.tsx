import { RotateCw } from 'lucide-react'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { keepPlace } from '#web/ui/keep-place.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** The page's geometry while the order loads. */
export function PaymentSkeleton() {
  return (
    <main className="page pt-8 max-[820px]:pt-5" id="contenuto" aria-busy="true">
      <h1 tabIndex={-1}>Pagamento</h1>
      <output className="mt-3 block text-ui text-ink-2">Caricamento pagamento...</output>
      <div className="main-side mt-6">
        <span className="skeleton h-[460px]" />
        <span className="skeleton h-[70px]" />
      </div>
    </main>
  )
}

/** The address names no order of this account. */
export function UnknownOrder() {
  return (
    <NothingHere
      title="Ordine non trovato"
      text="Questo ordine non esiste, non è del tuo account o è stato rimosso. Controlla l’indirizzo, o cercalo tra i pagamenti della dashboard."
    />
  )
}

/** The page of an address that shows this account nothing. */
export function NothingHere({ title, text }: { title: string; text: string }) {
  return (
    <main className="page pt-12" id="contenuto">
      <EmptyState
        heading="h1"
        title={title}
        text={text}
        action={
          <ButtonLink variant="primary" href="/?view=dashboard">
            Torna alla dashboard
          </ButtonLink>
        }
      />
    </main>
  )
}

interface PaymentErrorProps {
  title: string
  message: string
  isBusy: boolean
  onRetry: () => void
}

export function PaymentError({ title, message, isBusy, onRetry }: PaymentErrorProps) {
  return (
    <main className="page pt-8 max-[820px]:pt-5" id="contenuto">
      <h1 tabIndex={-1}>{title}</h1>
      <div className="mt-6">
        <Alert
          tone="danger"
          lead={`${title} non disponibile.`}
          live
          action={
            <Button ref={keepPlace} size="sm" busy={isBusy && 'Controllo...'} onClick={onRetry}>
              <RotateCw size={15} strokeWidth={1.75} aria-hidden />
              Riprova
            </Button>
          }
        >
          {message}
        </Alert>
      </div>
    </main>
  )
}
