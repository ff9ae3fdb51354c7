import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { deleteAccount, getProfile } from '#features/account/contract.ts'
import { codeHelp, codeMissing, passwordHelp, passwordMissing } from '#shared/field-texts.ts'
import * as format from '#shared/format/format.ts'
import { send } from '#web/api.ts'
import { navigate } from '#web/router.ts'
import { writeToken } from '#web/storage/token.ts'
import { toast } from '#web/toasts.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { DialogFrame } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { DialogForm } from '#web/ui/dialogs/DialogForm.tsx'
import { PasswordField, TextField } from '#web/ui/forms/Field.tsx'
import { useFields } from '#web/ui/forms/useFields.ts'
import { storeDraft } from './draft.ts'
import { isSignedOut, type Erasure } from './own-profile.ts'
import { daysLostText, erasureRestAddress, showcaseLostText } from '../rules.ts'

interface DeleteDialogProps {
  username: string
  erasure: Erasure
  onCancel: () => void
}

const unanswered = {
  lead: 'Non sappiamo se l’account è stato eliminato.',
  text: 'La risposta non è arrivata. Controlla la connessione e riprova.',
}
/** The erasure ends the session, and so may other events: an ended session does not prove that a lost request arrived. */
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

/** Says in figures what is lost, and requires the password, the code of a second factor, and the username. */
export function DeleteDialog({ username, erasure, onCancel }: DeleteDialogProps) {
  const safe = useRef<HTMLButtonElement>(null)
  const { values, show, fieldOf } = useFields({ password: '', totp: '', username: '' })
  const [needsCode, setNeedsCode] = useState(erasure.totp_required)
  const [refusal, setRefusal] = useState<{ lead: string; text: string } | null>(null)
  /** The answer of an earlier attempt was lost. */
  const wasLost = useRef(false)

  const missing = () => ({
    ...(values.password === '' && { password: passwordMissing }),
    ...(needsCode && values.totp.trim() === '' && { totp: codeMissing }),
    ...(values.username.trim().replace(/^@/, '').toLowerCase() !== username.toLowerCase() && {
      username: `Scrivi ${username} per confermare.`,
    }),
  })

  const erasing = useAction(
    () => {
      const body = { password: values.password, ...(needsCode && { totp: values.totp.trim() }) }
      return send<typeof deleteAccount>('DELETE /api/account', { body })
    },
    {
      onDone: ({ message }) => leave(message),
      async onError({ status, message, fields, type }) {
        const isLost = status === 0 || status >= 500
        wasLost.current ||= isLost
        const isOver = status === 401 || (isLost && (await isSignedOutNow()))
        if (type === 'TOTP_REQUIRED') setNeedsCode(true)
        if (isOver) {
          // The frame removes the page with the session. The toast appears on the next one too.
          const texts = wasLost.current ? unknown : signedOut
          setRefusal(texts)
          toast(texts.toast, 'danger')
        } else if (!show(type === 'TOTP_REQUIRED' ? { ...fields, totp: codeMissing } : fields)) {
          setRefusal(isLost ? unanswered : { lead: 'Account non eliminato.', text: message })
        }
      },
    },
  )
  const { isBusy } = erasing

  function erase() {
    setRefusal(null)
    if (!show(missing())) void erasing.run()
  }

  const leave = (message: string) => {
    storeDraft(username, {})
    // Leaves the page before the token is removed: no part of it reads a deleted account.
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
      <DialogForm
        confirm="Elimina per sempre"
        variant="danger"
        busy={isBusy && 'Eliminazione...'}
        safe={safe}
        onSubmit={erase}
        onCancel={onCancel}
      >
        {refusal !== null && (
          <Alert tone="danger" lead={refusal.lead} live>
            {refusal.text}
          </Alert>
        )}
        <PasswordField
          label="Password"
          help={passwordHelp}
          autoComplete="current-password"
          maxLength={256}
          {...fieldOf('password')}
        />
        {needsCode && (
          <TextField
            label="Codice di verifica"
            help={codeHelp}
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
      </DialogForm>
    </DialogFrame>
  )
}

/** Read after a lost answer: without a session another attempt is of no use. */
async function isSignedOutNow(): Promise<boolean> {
  try {
    await send<typeof getProfile>('GET /api/account/profile', {})
    return false
  } catch (error) {
    return isSignedOut(error)
  }
}

function Consequences({ erasure }: { erasure: Erasure }) {
  const { trades, ranked_days: days, plan, open_orders: orders, has_showcase: hasShowcase } = erasure
  const lost = [
    ...(trades === 0 ? [] : [format.counted(trades, 'operazione osservata', 'operazioni osservate')]),
    ...(days === 0 ? [] : [daysLostText(days)]),
    ...(plan === null
      ? []
      : [
          `${format.days(plan.days_remaining)} di ${plan.name}, fino al ${format.date(plan.expires_at)}: non si rimborsano`,
        ]),
    ...(hasShowcase ? [showcaseLostText] : []),
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
        <b className="text-ink">Restano:</b> i pagamenti già fatti, senza il tuo nome, e poco altro: l’elenco è nella{' '}
        <a href={erasureRestAddress} target="_blank" rel="noopener">
          pagina Privacy
        </a>
        .
      </p>
      <p>
        <b className="text-ink">Esci da ogni dispositivo.</b> Non si torna indietro.
      </p>
    </div>
  )
}
