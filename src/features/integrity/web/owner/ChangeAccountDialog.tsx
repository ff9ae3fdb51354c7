import { useQueryClient } from '@tanstack/react-query'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { accountClosed } from '#features/integrity/closing.ts'
import type { changeTradingAccount, getOwnIntegrity } from '#features/integrity/contract.ts'
import { passwordHelp, required } from '#shared/field-texts.ts'
import { send } from '#web/api.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { ActionError } from '#web/ui/ActionError.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { PasswordField } from '#web/ui/forms/Field.tsx'
import type { Own } from '../cases.ts'
import { ownIntegrity } from './own-integrity.ts'

type Account = NonNullable<Own['account']>

interface ChangeAccountDialogProps {
  account: Account
  /** It is not bound any more: it was closed in another tab or on another device. */
  isGone: boolean
  onDone: (message: string) => void
  onCancel: () => void
}

const unanswered = {
  lead: 'Non sappiamo se il conto è stato chiuso.',
  textOf: () =>
    'La risposta non è arrivata. Controlla la connessione e riprova: un secondo invio non chiude nessun altro conto.',
}
const refused = { lead: 'Conto non chiuso.' }
const isLost = (status: number) => status === 0 || status >= 500

/** Says what stays and what is lost, and requires the password. The browser's own modal dialog holds the focus and gives it back. */
export function ChangeAccountDialog({ account, isGone, onDone, onCancel }: ChangeAccountDialogProps) {
  const client = useQueryClient()
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const [password, setPassword] = useState('')
  const [fieldError, setFieldError] = useState<string | undefined>()
  const closing = useAction(
    () =>
      send<typeof changeTradingAccount>('POST /api/account/change-trading-account', {
        body: { password, account_id: account.account_id },
      }),
    {
      onDone: ({ message }) => onDone(message),
      async onError({ status, fields }) {
        if (refuse(fields['password'])) return true
        const bound = isLost(status) || status === 409 ? await isStillBound() : true
        if (!isLost(status) || bound !== false) return false
        onDone(accountClosed)
        return true
      },
    },
  )
  // Closed while it is still in the page: only then does the focus return to the button that opened it.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])

  /** True where the account is still bound; null where that cannot be known. */
  async function isStillBound(): Promise<boolean | null> {
    try {
      const now = await send<typeof getOwnIntegrity>('GET /api/account/integrity', {})
      client.setQueryData(ownIntegrity().queryKey, now)
      return now.account?.account_id === account.account_id
    } catch {
      return null
    }
  }

  /** Shows an error at the password. @returns whether there is one */
  function refuse(error: string | undefined): boolean {
    setFieldError(error)
    if (error !== undefined) field.current?.focus()
    return error !== undefined
  }

  function close() {
    closing.clear()
    if (!refuse(password === '' ? required : undefined)) void closing.run()
  }

  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className="ask"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        // Once it is sent there is nothing to call off.
        if (closing.isBusy) event.preventDefault()
        else onCancel()
      }}
    >
      <h2 id={`${id}-title`}>Chiudere questo conto?</h2>
      <div id={`${id}-text`} className="mt-2.5 grid gap-2.5 text-ui text-ink-2">
        <p className="font-medium text-ink [overflow-wrap:anywhere]">
          {account.platform}, {account.server}, {account.login}
        </p>
        {!isGone && <Consequences />}
      </div>
      {isGone && !closing.isBusy ? (
        <div className="mt-4 grid gap-4">
          <Alert tone="info" lead="Questo conto è già chiuso." live>
            È successo in un’altra scheda o su un altro dispositivo. Non c’è altro da fare.
          </Alert>
          <div className="ask-actions mt-0">
            <Button autoFocus onClick={onCancel}>
              Ho capito
            </Button>
          </div>
        </div>
      ) : (
        <form
          className="mt-4 grid gap-4"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            close()
          }}
        >
          <ActionError error={closing.error} {...(isLost(closing.error?.status ?? 200) ? unanswered : refused)} />
          <PasswordField
            ref={field}
            label="Password"
            help={passwordHelp}
            autoComplete="current-password"
            maxLength={256}
            error={fieldError}
            value={password}
            onChange={(event) => {
              setPassword(event.target.value)
              setFieldError(undefined)
            }}
          />
          <div className="ask-actions mt-0">
            <Button disabled={closing.isBusy} onClick={onCancel}>
              Annulla
            </Button>
            <Button type="submit" variant="danger" busy={closing.isBusy && 'Chiusura...'}>
              Chiudi il conto
            </Button>
          </div>
        </form>
      )}
    </dialog>
  )
}

function Consequences() {
  return (
    <>
      <p>
        <b className="text-ink">Resta:</b> le cifre finali e il registro, pubblici sul tuo profilo, e il tuo piano.
        Presso il broker non cambia nulla.
      </p>
      <p>
        <b className="text-ink">Perdi:</b> il posto in classifica, il token EA e la titolarità provata. Il conto nuovo
        parte senza storico.
      </p>
      <p>
        <b className="text-ink">Non si torna indietro:</b> questo conto non potrai più collegarlo.
      </p>
    </>
  )
}
