import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { confirmEmail } from '#features/auth/email-proof-contract.ts'
import { send } from '#web/api.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { ActionError } from '#web/ui/ActionError.tsx'
import { Button } from '#web/ui/Button.tsx'
import { home } from '../addresses.ts'
import { deadLink, Outcome } from './Outcome.tsx'
import { clearLinkToken, useLinkToken } from './link-token.ts'

/** The page that the link of the registration's mail opens. A press confirms: programs that open the links of a mail confirm nothing. */
export function ConfirmEmail() {
  const token = useLinkToken('email_token')
  const [outcome, setOutcome] = useState<'confirmed' | 'dead' | null>(null)
  const client = useQueryClient()
  const confirming = useAction(
    () => send<typeof confirmEmail>('POST /api/auth/confirm-email', { body: { token: token ?? '' } }),
    {
      onDone() {
        clearLinkToken('email_token')
        setOutcome('confirmed')
        // A signed-in person sees no notice of a wait that has ended.
        void client.invalidateQueries({ queryKey: ['GET /api/dashboard'] })
      },
      onError({ type }) {
        if (type !== 'RESET_LINK_DEAD') return false
        clearLinkToken('email_token')
        setOutcome('dead')
        return true
      },
    },
  )
  if (token === undefined) return <span className="skeleton mt-8 h-[120px]" aria-hidden="true" />
  if (outcome === 'confirmed') {
    return (
      <Outcome tone="ok" lead="Indirizzo confermato." href={home} word="Vai alla dashboard">
        Ora il tuo profilo può essere pubblico.
      </Outcome>
    )
  }
  if (token === null || outcome === 'dead') {
    return (
      <Outcome tone="warn" lead={token === null ? 'Manca il link.' : deadLink} href={home} word="Vai alla dashboard">
        Nella dashboard vedi se l’indirizzo è confermato, e puoi chiedere un altro link.
      </Outcome>
    )
  }
  return (
    <div className="mt-8 grid gap-[18px]">
      <ActionError error={confirming.error} lead="Indirizzo non confermato." />
      <p className="text-ui text-ink-2">Conferma che questo indirizzo è tuo: basta un clic.</p>
      <Button
        variant="primary"
        size="lg"
        wide
        busy={confirming.isBusy && 'Conferma...'}
        onClick={() => void confirming.run()}
      >
        Conferma l’indirizzo
      </Button>
    </div>
  )
}
