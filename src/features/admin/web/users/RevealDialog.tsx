import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { revealInvestorPassword } from '#features/admin/users-contract.ts'
import { CopyButton } from '#features/auth/web/security/CopyButton.tsx'
import { passwordHelp, passwordMissing } from '#shared/field-texts.ts'
import * as format from '#shared/format.ts'
import { lastingError, lastingHelp } from '#shared/lasting-text.ts'
import { readError, send } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DialogFrame } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { PasswordField, TextField } from '#web/ui/forms/Field.tsx'
import { useTypedFields } from '#web/ui/forms/useTypedFields.ts'
import { adminErrorText } from '#web/error-text.ts'
import type { ListedUser } from './users.ts'

const order = ['password', 'reason'] as const
const shownSeconds = 30

/** Requires the admin's own password and a reason, then shows the value for a short time. Only the screen holds it. */
export function RevealDialog({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const { typed, point, fieldOf } = useTypedFields(order)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [value, setValue] = useState<string | null>(null)
  const safe = useRef<HTMLButtonElement>(null)

  async function reveal() {
    if (isBusy) return
    setRefusal(null)
    const reason = typed('reason').trim()
    const wrong = reason.length < 5 ? 'Scrivi il motivo, da 5 a 200 caratteri.' : lastingError(reason)
    const missing = {
      ...(typed('password') === '' && { password: passwordMissing }),
      ...(wrong !== undefined && { reason: wrong }),
    }
    if (point(missing)) return
    setBusy(true)
    try {
      const { investor_password: revealed } = await send<typeof revealInvestorPassword>(
        'POST /api/admin/users/:trader_id/reveal-investor-password',
        { params: { trader_id: user.trader_id }, body: { password: typed('password'), reason } },
      )
      setValue(revealed)
    } catch (error) {
      if (!point(readError(error).fields)) setRefusal(adminErrorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <DialogFrame
      tone="warning"
      title={`Password investitore di @${user.username}`}
      text={
        value === null
          ? 'Chi la legge, quando e perché resta nel registro delle operazioni. Dove la posta è attiva, il titolare riceve un avviso.'
          : `${user.broker_server}, conto ${user.account_number}`
      }
      isBusy={isBusy}
      initialFocus={safe}
      onCancel={onClose}
    >
      {value === null ? (
        <form
          className="mt-4 grid gap-4"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void reveal()
          }}
        >
          {refusal !== null && <Alert tone="danger" lead={refusal} live />}
          <PasswordField
            label="La tua password"
            help={passwordHelp}
            autoComplete="current-password"
            maxLength={256}
            {...fieldOf('password')}
          />
          <TextField
            label="Motivo"
            help={`Da 5 a 200 caratteri. ${lastingHelp}`}
            autoComplete="off"
            maxLength={200}
            {...fieldOf('reason')}
          />
          <div className="ask-actions">
            <Button ref={safe} disabled={isBusy} onClick={onClose}>
              Annulla
            </Button>
            <Button type="submit" variant="primary" busy={isBusy && 'Verifica...'}>
              Mostra
            </Button>
          </div>
        </form>
      ) : (
        <Revealed value={value} onHide={onClose} />
      )}
    </DialogFrame>
  )
}

/** Hidden after its time, and as soon as the page loses the focus. */
function Revealed({ value, onHide }: { value: string; onHide: () => void }) {
  const [left, setLeft] = useState(shownSeconds)
  const hide = useRef(onHide)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    hide.current = onHide
  }, [onHide])
  // Before the value is painted: no moment shows it unguarded.
  useLayoutEffect(() => {
    button.current?.focus()
    const endsAt = Date.now() + shownSeconds * 1000
    const away = () => {
      toast('Password investitore nascosta.')
      hide.current()
    }
    const timer = setInterval(() => {
      const seconds = Math.ceil((endsAt - Date.now()) / 1000)
      if (seconds <= 0) away()
      else setLeft(seconds)
    }, 250)
    const onVisibility = () => document.hidden && away()
    window.addEventListener('blur', away)
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      clearInterval(timer)
      window.removeEventListener('blur', away)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [])
  return (
    <>
      <div className="adm-revealed">
        <code>{value}</code>
        <CopyButton text={value} label="Copia" copied="Password investitore copiata." />
      </div>
      <p className="help">Visibile ancora per {format.counted(left, 'secondo', 'secondi')}.</p>
      <output className="sr-only">
        Password investitore mostrata per {format.counted(shownSeconds, 'secondo', 'secondi')}.
      </output>
      <div className="ask-actions">
        <Button ref={button} onClick={onHide}>
          Nascondi
        </Button>
      </div>
    </>
  )
}
