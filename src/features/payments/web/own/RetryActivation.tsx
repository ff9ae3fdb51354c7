import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { markAnnounced } from '../last-order.ts'
import type { Retry } from './retry.ts'
import { toast } from '#web/toasts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { OwnPayment } from './plan-state.ts'

interface RetryActivationProps {
  traderId: string
  payments: readonly OwnPayment[]
  onActivated: () => void
}

const text = 'Errore nel ripristino attivazione'
const failed: Retry = { tone: 'danger', lead: text, rest: '', text, activated: false, orderId: null }

/** For a buyer who paid and sees no plan: asks the provider again, and shows the outcome. */
export function RetryActivation({ traderId, payments, onActivated }: RetryActivationProps) {
  const [isChecking, setChecking] = useState(false)
  const [answer, setAnswer] = useState<Retry | null>(null)
  async function check() {
    setChecking(true)
    setAnswer(null)
    // Few buyers need this: the code loads with the click.
    const retry = await import('./retry.ts').then(
      ({ recentOrder, retryActivation }) => retryActivation(recentOrder([...payments], traderId)),
      () => failed,
    )
    setChecking(false)
    if (!retry.activated) return setAnswer(retry)
    // An active plan replaces the card, and this button with it.
    toast(retry.text, retry.tone)
    if (retry.orderId !== null) markAnnounced(retry.orderId)
    onActivated()
  }
  return (
    <>
      <Button wide busy={isChecking && 'Controllo...'} onClick={() => void check()}>
        <RotateCw size={16} strokeWidth={1.75} aria-hidden />
        Riprova attivazione
      </Button>
      {answer !== null && (
        <Alert tone={answer.tone} lead={answer.lead} live>
          <WithContact text={answer.rest} />
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
