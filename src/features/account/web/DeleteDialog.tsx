import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { deleteAccount, getProfile } from '#features/account/contract.ts'
import * as format from '#shared/format.ts'
import { readError, send } from '#web/api.ts'
import { navigate } from '#web/router.ts'
import { writeToken } from '#web/token.ts'
import { toast } from '#web/toasts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DialogFrame } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { PasswordField, TextField } from '#web/ui/forms/Field.tsx'
import { useTypedFields } from '#web/ui/forms/useTypedFields.ts'
import { keepDraft } from './draft.ts'
import { isSignedOut, type Erasure } from './own-profile.ts'

interface DeleteDialogProps {
  username: string
  erasure: Erasure
  onCancel: () => void
}

const order = ['password', 'totp', 'username'] as const
const unanswered = {
  lead: 'Non sappiamo se l’account è stato eliminato.',
  text: 'La risposta non è arrivata. Controlla la connessione e riprova.',
}
/** The erasure ends the session, and so does much else: a dead one tells nothing of a request whose answer was lost. */
const unknown = {
  lead: unanswered.lead,
  text: 'La risposta non è arrivata e la sessione è finita: prova ad accedere.',
  toast: 'Non sappiamo se l’account è stato eliminato: prova ad accedere.',
}
const signedOut = {
  lead: 'Sessione scaduta',
  text: 'L’account non è stato eliminato. Accedi di nuovo e riprova.',
  toast: 'Sessione scaduta: l’account non è stato eliminato.',
}

/** Says in figures what is lost, and asks for the password, the code where there is one, and the name. */
export function DeleteDialog({ username, erasure, onCancel }: DeleteDialogProps) {
  const safe = useRef<HTMLButtonElement>(null)
  const { typed, point, fieldOf } = useTypedFields(order)
  const [needsCode, setNeedsCode] = useState(erasure.totp_required)
  const [refusal, setRefusal] = useState<{ lead: string; text: string } | null>(null)
  const [isBusy, setBusy] = useState(false)
  /** An attempt went out whose answer never came. */
  const wasLost = useRef(false)

  const missing = () => ({
    ...(typed('password') === '' && { password: 'Inserisci la password.' }),
    ...(needsCode && typed('totp').trim() === '' && { totp: 'Inserisci il codice.' }),
    ...(typed('username').trim().replace(/^@/, '').toLowerCase() !== username.toLowerCase() && {
      username: `Scrivi ${username} per confermare.`,
    }),
  })

  async function erase() {
    if (isBusy) return
    setRefusal(null)
    if (point(missing())) return
    setBusy(true)
    const body = { password: typed('password'), ...(needsCode && { totp: typed('totp').trim() }) }
    try {
      const { message } = await send<typeof deleteAccount>('DELETE /api/account', { body })
      return leave(message)
    } catch (error) {
      const { status, message, fields, type } = readError(error)
      const isLost = status === 0 || status >= 500
      wasLost.current ||= isLost
      const isOver = status === 401 || (isLost && (await isSignedOutNow()))
      if (type === 'TOTP_REQUIRED') setNeedsCode(true)
      if (isOver) {
        // The frame takes the page away with the session: what became of the account is said over the next one, too.
        const words = wasLost.current ? unknown : signedOut
        setRefusal(words)
        toast(words.toast, 'danger')
      } else if (!point(type === 'TOTP_REQUIRED' ? { ...fields, totp: 'Inserisci il codice.' } : fields)) {
        setRefusal(isLost ? unanswered : { lead: 'Account non eliminato.', text: message })
      }
      setBusy(false)
    }
  }

  const leave = (message: string) => {
    keepDraft(username, {})
    // The page is gone before the token is: nothing on it asks for an account that is no more.
    flushSync(() => navigate('/'))
    writeToken(null)
    toast(message, 'ok')
  }
  return (
    <DialogFrame
      tone="danger"
      title="Eliminare l’account?"
      text={<Consequences erasure={erasure} />}
      isBusy={isBusy}
      initialFocus={safe}
      onCancel={onCancel}
    >
      <form
        className="mt-4 grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void erase()
        }}
      >
        {refusal !== null && (
          <Alert tone="danger" lead={refusal.lead} live>
            {refusal.text}
          </Alert>
        )}
        <PasswordField
          label="Password"
          help="Quella con cui accedi a TopTrader."
          autoComplete="current-password"
          maxLength={256}
          {...fieldOf('password')}
        />
        {needsCode && (
          <TextField
            label="Codice di verifica"
            help="Sei cifre dalla tua app, o un codice di recupero."
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={256}
            {...fieldOf('totp')}
          />
        )}
        <TextField
          label="Conferma con il tuo username"
          help={`Scrivi ${username}`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={256}
          {...fieldOf('username')}
        />
        <div className="ask-actions">
          <Button ref={safe} disabled={isBusy} onClick={onCancel}>
            Annulla
          </Button>
          <Button type="submit" variant="danger" busy={isBusy && 'Eliminazione...'}>
            Elimina per sempre
          </Button>
        </div>
      </form>
    </DialogFrame>
  )
}

/** Asked after an answer that was lost: without a session there is no use in another attempt. */
async function isSignedOutNow(): Promise<boolean> {
  try {
    await send<typeof getProfile>('GET /api/account/profile', {})
    return false
  } catch (error) {
    return isSignedOut(error)
  }
}

function Consequences({ erasure: { trades, ranked_days: days, plan, open_orders: orders } }: { erasure: Erasure }) {
  const lost = [
    ...(trades === 0 ? [] : [format.counted(trades, 'operazione verificata', 'operazioni verificate')]),
    ...(days === 0 ? [] : [`${format.days(days)} di risultati e il posto in classifica`]),
    ...(plan === null
      ? []
      : [
          `${format.days(plan.days_remaining)} di ${plan.name}, fino al ${format.date(plan.expires_at)}: non si rimborsano`,
        ]),
    'profilo, foto, link, conti collegati e token EA',
  ]
  return (
    <div className="grid gap-2.5">
      <div>
        <b className="text-ink">Perdi per sempre:</b>
        <ul className="mt-1 list-disc pl-5">
          {lost.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      </div>
      {orders > 0 && (
        <p>
          <b className="text-ink">{format.counted(orders, 'ordine aperto', 'ordini aperti')}:</b> quello che arriva dopo
          non attiva nessun piano. Se hai già pagato, aspetta la conferma.
        </p>
      )}
      <p>
        <b className="text-ink">Restano:</b> i pagamenti già fatti, per la contabilità e senza il tuo nome.
      </p>
      <p>
        <b className="text-ink">Esci da ogni dispositivo.</b> Non si torna indietro.
      </p>
    </div>
  )
}
