import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { reasonError, reasonHelp, reasonLength } from '#features/admin/reason.ts'
import type { revealInvestorPassword } from '#features/admin/users-contract.ts'
import { CopyButton } from '#features/auth/web/security/CopyButton.tsx'
import type { RequestOf } from '#shared/endpoint.ts'
import { passwordHelp, passwordMissing } from '#shared/field-texts.ts'
import * as format from '#shared/format/format.ts'
import { lastingError, lastingHelp } from '#shared/text/lasting-text.ts'
import { send } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { ActionError } from '#web/ui/ActionError.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DialogFrame } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { DialogForm } from '#web/ui/dialogs/DialogForm.tsx'
import { PasswordField, TextField } from '#web/ui/forms/Field.tsx'
import { useFields } from '#web/ui/forms/useFields.ts'
import { adminErrorText } from '#web/error-text.ts'
import type { ListedUser } from './users.ts'

const shownSeconds = 30

/** Requires the admin's own password and a reason, then shows the value for a short time. Only the screen holds it. */
export function RevealDialog({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const { values, show, fieldOf } = useFields({ password: '', reason: '' })
  const [value, setValue] = useState<string | null>(null)
  const safe = useRef<HTMLButtonElement>(null)
  const revealing = useAction(
    (body: RequestOf<typeof revealInvestorPassword>['body']) =>
      send<typeof revealInvestorPassword>('POST /api/admin/users/:trader_id/reveal-investor-password', {
        params: { trader_id: user.trader_id },
        body,
      }),
    {
      onDone: ({ investor_password: revealed }) => setValue(revealed),
      onError: ({ fields }) => show(fields),
    },
  )
  const { isBusy } = revealing

  function reveal() {
    const { password } = values
    const reason = values.reason.trim()
    const wrong = reason.length < reasonLength.min ? reasonError : lastingError(reason)
    const found = {
      ...(password === '' && { password: passwordMissing }),
      ...(wrong !== undefined && { reason: wrong }),
    }
    revealing.clear()
    if (!show(found)) void revealing.run({ password, reason })
  }

  return (
    <DialogFrame
      tone="warning"
      title={`Password investitore di @${user.username}`}
      text={
        value === null
          ? 'Chi la legge, quando e perché resta nel registro delle azioni. Dove la posta è attiva, il titolare riceve un avviso.'
          : `${user.broker_server}, conto ${user.account_number}`
      }
      isBusy={isBusy}
      initialFocus={safe}
      onCancel={onClose}
    >
      {value === null ? (
        <DialogForm
          confirm="Mostra"
          variant="primary"
          busy={isBusy && 'Verifica...'}
          safe={safe}
          onSubmit={reveal}
          onCancel={onClose}
        >
          <ActionError error={revealing.error} textOf={adminErrorText} />
          <PasswordField
            label="La tua password"
            help={passwordHelp}
            autoComplete="current-password"
            maxLength={256}
            {...fieldOf('password')}
          />
          <TextField
            label="Motivo"
            help={`${reasonHelp} ${lastingHelp}`}
            autoComplete="off"
            maxLength={reasonLength.max}
            {...fieldOf('reason')}
          />
        </DialogForm>
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
  // Before the value is painted, so that it never shows without this guard.
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
