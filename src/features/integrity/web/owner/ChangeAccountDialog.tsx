import { useEffect, useId, useRef, useState } from 'react'
import type { changeTradingAccount } from '#features/integrity/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { readError, send, type ApiError } from '#web/api.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { PasswordField } from '#web/ui/Field.tsx'
import type { Own } from '../cases.ts'

interface ChangeAccountDialogProps {
  own: Own
  onDone: (answer: ResponseOf<typeof changeTradingAccount>) => void
  onCancel: () => void
}

/** Says what stays and what is lost, and asks for the password. The browser's own modal holds the focus and gives it back. */
export function ChangeAccountDialog({ own, onDone, onCancel }: ChangeAccountDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string | undefined>()
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])

  async function close() {
    setRefusal(null)
    setFault(password === '' ? 'Campo obbligatorio.' : undefined)
    if (password === '' || busy) return
    setBusy(true)
    try {
      onDone(
        await send<typeof changeTradingAccount>('POST /api/account/change-trading-account', { body: { password } }),
      )
    } catch (error) {
      const failure = readError(error)
      const atField = failure.fields['password']
      setFault(atField)
      setRefusal(atField === undefined ? failure : null)
      setBusy(false)
    }
  }

  const account = own.account
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className="confirm"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        // Once it is sent there is nothing to call off.
        if (busy) event.preventDefault()
        else onCancel()
      }}
    >
      <h2 id={`${id}-title`}>Chiudere questo conto?</h2>
      <div id={`${id}-text`} className="mt-2.5 grid gap-2.5 text-ui text-ink-2">
        {account !== null && (
          <p className="font-medium text-ink [overflow-wrap:anywhere]">
            {account.platform}, {account.server}, {account.login}
          </p>
        )}
        <p>
          <b className="text-ink">Resta:</b> le cifre finali e il registro, pubblici sul tuo profilo, e il tuo piano.
        </p>
        <p>
          <b className="text-ink">Perdi:</b> il posto in classifica, il token EA e la titolarità provata. Il conto nuovo
          parte senza storico.
        </p>
        <p>
          <b className="text-ink">Non si torna indietro:</b> questo conto non potrà più essere collegato, da nessuno.
        </p>
      </div>
      <form
        className="mt-4 grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void close()
        }}
      >
        {refusal !== null && (
          <Alert tone="danger" lead="Conto non chiuso." live>
            {refusal.message}
          </Alert>
        )}
        <PasswordField
          label="Password"
          help="Quella con cui accedi a TopTrader."
          autoComplete="current-password"
          maxLength={256}
          error={fault}
          value={password}
          onChange={(event) => {
            setPassword(event.target.value)
            setFault(undefined)
          }}
        />
        <div className="confirm-actions">
          <Button disabled={busy} onClick={onCancel}>
            Annulla
          </Button>
          <Button type="submit" variant="danger" busy={busy && 'Chiusura...'}>
            Chiudi il conto
          </Button>
        </div>
      </form>
    </dialog>
  )
}
