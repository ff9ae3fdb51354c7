import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { markAnnounced } from '../last-order.ts'
import { retryFailed } from '../texts.ts'
import type { Retry } from './retry.ts'
import { toast } from '#web/toasts.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { OwnPayment } from './plan-state.ts'

interface RetryActivationProps {
  traderId: string
  payments: readonly OwnPayment[]
  onActivated: () => void
}

/** A button for a buyer who paid and sees no plan. It asks the provider again, and shows the outcome. */
export function RetryActivation({ traderId, payments, onActivated }: RetryActivationProps) {
  const [outcome, setOutcome] = useState<Retry | null>(null)
  const { run, isBusy } = useAction(
    async () => {
      // Few buyers need this: the code loads with the click.
      const { recentOrder, retryActivation } = await import('./retry.ts')
      return retryActivation(recentOrder([...payments], traderId))
    },
    {
      onDone(retry) {
        if (!retry.activated) return setOutcome(retry)
        // An active plan replaces the card, and this button with it.
        toast(retry.text, retry.tone)
        if (retry.orderId !== null) markAnnounced(retry.orderId)
        onActivated()
      },
      onError: () =>
        setOutcome({ tone: 'danger', lead: retryFailed, rest: '', text: retryFailed, activated: false, orderId: null }),
    },
  )
  function retry() {
    setOutcome(null)
    void run()
  }
  return (
    <>
      <Button wide busy={isBusy && 'Controllo...'} onClick={retry}>
        <RotateCw size={16} strokeWidth={1.75} aria-hidden />
        Riprova attivazione
      </Button>
      {outcome !== null && (
        <Alert tone={outcome.tone} lead={outcome.lead} live>
          <WithContact text={outcome.rest} />
        </Alert>
      )}
    </>
  )
}

/** The sentence, with a link on its word "contattaci". */
function WithContact({ text }: { text: string }) {
  const [before, after] = text.split('contattaci')
  if (after === undefined) return text
  return (
    <>
      {before}
      <a href="/?view=contacts&subject=problemi-pagamento">contattaci</a>
      {after}
    </>
  )
}
