import { useState } from 'react'
import type { requestEmailLink } from '#features/auth/email-proof-contract.ts'
import { send } from '#web/api.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { Button } from '#web/ui/Button.tsx'

/** Requests another link that confirms the own e-mail, and says what happened. */
export function EmailLinkButton({ onSent }: { onSent: () => void }) {
  const [message, setMessage] = useState<string | null>(null)
  const sending = useAction(() => send<typeof requestEmailLink>('POST /api/auth/email-link', {}), {
    onDone(answer) {
      setMessage(answer.message)
      onSent()
    },
  })
  return (
    <span className="mt-2 block">
      <Button size="sm" busy={sending.isBusy && 'Invio...'} onClick={() => void sending.run()}>
        Invia di nuovo
      </Button>{' '}
      <output>{sending.error?.message ?? message}</output>
    </span>
  )
}
