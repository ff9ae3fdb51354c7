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
import { QuestionFrame } from '#web/ui/ConfirmDialog.tsx'
import { PasswordField, TextField } from '#web/ui/Field.tsx'
import { keepDraft } from './draft.ts'
import { isSignedOut, type Erasure } from './own-profile.ts'

interface DeleteDialogProps {
  username: string
  erasure: Erasure
  onCancel: () => void
}

type Name = 'password' | 'totp' | 'username'
type Faults = Partial<Record<Name, string>>

const order: readonly Name[] = ['password', 'totp', 'username']
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
  const inputs = useRef<Partial<Record<Name, HTMLInputElement | null>>>({})
  const [given, setGiven] = useState<Record<Name, string>>({ password: '', totp: '', username: '' })
  const [faults, setFaults] = useState<Faults>({})
  const [needsCode, setNeedsCode] = useState(erasure.totp_required)
  const [refusal, setRefusal] = useState<{ lead: string; text: string } | null>(null)
  const [isBusy, setBusy] = useState(false)
  /** An attempt went out whose answer never came. */
  const wasLost = useRef(false)

  const point = (found: Faults) => {
    setFaults(found)
    const first = order.find((name) => found[name] !== undefined)
    if (first !== undefined) requestAnimationFrame(() => inputs.current[first]?.focus())
    return first !== undefined
  }
  const checked = (): Faults => ({
    ...(given.password === '' && { password: 'Inserisci la password.' }),
    ...(needsCode && given.totp.trim() === '' && { totp: 'Inserisci il codice.' }),
    ...(given.username.trim().replace(/^@/, '').toLowerCase() !== username.toLowerCase() && {
      username: `Scrivi ${username} per confermare.`,
    }),
  })

  async function erase() {
    if (isBusy) return
    setRefusal(null)
    if (point(checked())) return
    setBusy(true)
    const body = { password: given.password, ...(needsCode && { totp: given.totp.trim() }) }
    try {
      const { message } = await send<typeof deleteAccount>('DELETE /api/account', { body })
      return leave(message)
    } catch (error) {
      const { status, message, fields, type } = readError(error)
      const isLost = status === 0 || status >= 500
      wasLost.current ||= isLost
      const isOver = status === 401 || (isLost && (await isSignedOutNow()))
      if (type === 'TOTP_REQUIRED') setNeedsCode(true)
      const found: Faults = { ...pick(fields), ...(type === 'TOTP_REQUIRED' && { totp: 'Inserisci il codice.' }) }
      if (isOver) {
        // The frame takes the page away with the session: what became of the account is said over the next one, too.
        const words = wasLost.current ? unknown : signedOut
        setRefusal(words)
        toast(words.toast, 'danger')
      } else if (!point(found)) {
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
  const fieldOf = (name: Name) => ({
    error: faults[name],
    value: given[name],
    maxLength: 256,
    ref: (input: HTMLInputElement | null) => {
      inputs.current[name] = input
    },
    onChange: (event: { target: { value: string } }) => {
      setGiven({ ...given, [name]: event.target.value })
      setFaults({ ...faults, [name]: undefined })
    },
  })
  return (
    <QuestionFrame
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
          {...fieldOf('password')}
        />
        {needsCode && (
          <TextField
            label="Codice di verifica"
            help="Sei cifre dalla tua app, o un codice di recupero."
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            {...fieldOf('totp')}
          />
        )}
        <TextField
          label="Conferma con il tuo username"
          help={`Scrivi ${username}`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
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
    </QuestionFrame>
  )
}

/** Only the fields that the dialog has: whatever else was refused is said above them. */
function pick(fields: Record<string, string>): Faults {
  return Object.fromEntries(order.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])))
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
