import { RotateCw } from 'lucide-react'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'

/** The page's own geometry while the answer is awaited. */
export function DashboardSkeleton() {
  return (
    <main className="page pt-8 max-[820px]:pt-5" id="contenuto" aria-busy="true">
      <h1 tabIndex={-1}>Dashboard</h1>
      <output className="mt-3 block text-ui text-ink-2">Caricamento dashboard...</output>
      <span className="skeleton mt-6 h-[118px] max-[820px]:h-[196px]" />
      <div className="main-side mt-6">
        <span className="skeleton h-[520px]" />
        <span className="skeleton h-[280px]" />
      </div>
    </main>
  )
}

export function DashboardFault({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <main className="page pt-8 max-[820px]:pt-5" id="contenuto">
      <h1 tabIndex={-1}>Dashboard</h1>
      <div className="mt-6">
        <Alert
          tone="danger"
          lead="Dashboard non disponibile."
          live
          action={
            <Button size="sm" onClick={onRetry}>
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

interface StaleNoticeProps {
  /** What the server said in place of the figures; null where nothing came from it. */
  answer: string | null
  isChecking: boolean
  onRetry: () => void
}

/** Above figures of an earlier moment, while no newer ones come. */
export function StaleNotice({ answer, isChecking, onRetry }: StaleNoticeProps) {
  return (
    <Alert
      tone="warn"
      lead="I dati potrebbero non essere aggiornati."
      live
      action={
        <Button size="sm" busy={isChecking && 'Controllo...'} onClick={onRetry}>
          <RotateCw size={15} strokeWidth={1.75} aria-hidden />
          Riprova
        </Button>
      }
    >
      {answer ?? 'Il server non risponde, o manca la connessione.'} Riproviamo da soli.
    </Alert>
  )
}
