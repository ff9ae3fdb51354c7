import { RotateCw } from 'lucide-react'
import { readError } from '#web/api.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { payNeedsScript } from '../texts.ts'

/** The screen's geometry while the price list loads. */
export function PlansSkeleton() {
  return (
    <div className="mt-6" aria-busy="true">
      <output className="text-ui text-ink-2">Caricamento piani...</output>
      <noscript>
        <p className="mt-3 font-medium">{payNeedsScript}</p>
      </noscript>
      <div className="main-side mt-3">
        <div className="plans">
          <span className="skeleton h-[238px]" />
          <span className="skeleton h-[238px]" />
          <span className="skeleton h-[238px]" />
        </div>
        <span className="skeleton h-[356px]" />
      </div>
    </div>
  )
}

export function PlansError({ error, isBusy, onRetry }: { error: Error; isBusy: boolean; onRetry: () => void }) {
  return (
    <Alert
      tone="danger"
      lead="Listino non disponibile."
      live
      action={
        <Button size="sm" busy={isBusy && 'Carico...'} onClick={onRetry}>
          <RotateCw size={15} strokeWidth={1.75} aria-hidden />
          Riprova
        </Button>
      }
    >
      {readError(error).message}
    </Alert>
  )
}
