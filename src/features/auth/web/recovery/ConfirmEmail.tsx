import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { confirmEmail } from '#features/auth/email-proof-contract.ts'
import { queryOutcome, queryToken } from '#features/auth/link-address.ts'
import { send } from '#web/api.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { useUrl } from '#web/router.ts'
import { ActionError } from '#web/ui/ActionError.tsx'
import { Button } from '#web/ui/Button.tsx'
import { home } from '../addresses.ts'
import { deadLink, Outcome } from './Outcome.tsx'
import { clearLinkToken, useLinkToken } from './link-token.ts'

const ask = 'Nella dashboard vedi se l’indirizzo è confermato, e puoi chiedere un altro link.'
/** The outcome of a link, and the next step. */
const ends = {
  confirmed: ['Indirizzo confermato.', 'Ora il tuo profilo può essere pubblico.'],
  dead: [deadLink, ask],
  later: ['Indirizzo non confermato.', 'Troppe richieste: tra qualche minuto apri di nuovo il link dell’email.'],
  missing: ['Manca il link.', ask],
} as const

/**
 * The page that the link of the registration's mail opens. A press confirms: programs that open the links of a mail confirm nothing. It
 * works without scripts, too: then the browser sends the form, and the server leads back to this page with the outcome.
 */
export function ConfirmEmail() {
  const { search } = useUrl()
  const taken = useLinkToken('email_token')
  const [outcome, setOutcome] = useState(queryOutcome(search))
  const client = useQueryClient()
  // Without scripts it stays in the address; a link from before has it where only a script finds it.
  const token = taken === undefined ? queryToken(search) : taken
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
  const end = outcome ?? (token === null ? 'missing' : null)
  if (end !== null) {
    const [lead, text] = ends[end]
    return (
      <Outcome tone={end === 'confirmed' ? 'ok' : 'warn'} lead={lead} href={home} word="Vai alla dashboard">
        {text}
      </Outcome>
    )
  }
  return (
    <form
      className="mt-8 grid gap-[18px]"
      method="post"
      action="/api/auth/confirm-email"
      onSubmit={(event) => {
        event.preventDefault()
        void confirming.run()
      }}
    >
      <input type="hidden" name="token" value={token ?? ''} />
      <ActionError error={confirming.error} lead={ends.later[0]} />
      <p className="text-ui text-ink-2">Conferma che questo indirizzo è tuo: basta un clic.</p>
      <Button type="submit" variant="primary" size="lg" wide busy={confirming.isBusy && 'Conferma...'}>
        Conferma l’indirizzo
      </Button>
    </form>
  )
}
