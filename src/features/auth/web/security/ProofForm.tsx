import { useEffect, useState, type FormEvent, type ReactNode } from 'react'
import { readError } from '#web/api.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { PasswordField, TextField } from '#web/ui/forms/Field.tsx'
import { useTypedFields } from '#web/ui/forms/useTypedFields.ts'

type Name = 'password' | 'totp'
type Proof = Record<Name, string>

interface ProofFormProps {
  /** What the form does, for whoever does not see what stands around it. */
  label: string
  /** What is asked for, in this order. */
  asks: readonly Name[]
  /** Help at the code. */
  codeHelp?: string
  /** The code is one of the app, not a recovery code. */
  digitsOnly?: boolean
  confirm: string
  busy: string
  tone?: 'primary' | 'danger'
  children?: ReactNode
  onProof: (proof: Proof) => Promise<void>
  onCancel: () => void
}

const missing: Proof = { password: 'Inserisci la password.', totp: 'Inserisci il codice.' }

/** Password, code, or both, before something that they guard. Each fault stands at its field, which takes the focus. */
export function ProofForm(props: ProofFormProps) {
  const {
    label,
    asks,
    codeHelp,
    digitsOnly = false,
    confirm,
    busy,
    tone = 'primary',
    children,
    onProof,
    onCancel,
  } = props
  const { typed, point, fieldOf, focus } = useTypedFields(asks)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [first] = asks
  useEffect(() => {
    if (first !== undefined) focus(first)
    // Once: what somebody types in afterwards keeps the focus.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [first])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setFailure(null)
    const empty = asks.filter((name) => typed(name).trim() === '')
    if (point(Object.fromEntries(empty.map((name) => [name, missing[name]])))) return
    setBusy(true)
    try {
      await onProof({ password: typed('password'), totp: typed('totp').trim() })
    } catch (error) {
      const { status, fields, message } = readError(error)
      setBusy(false)
      if (!point(fields)) setFailure(status === 0 ? 'Errore di connessione' : message)
    }
  }
  return (
    <form
      className="grid max-w-[440px] gap-[18px]"
      method="post"
      noValidate
      aria-label={label}
      onSubmit={(event) => void submit(event)}
    >
      {children}
      {failure !== null && <Alert tone="danger" lead={failure} live />}
      {asks.includes('password') && (
        <PasswordField label="Password" autoComplete="current-password" {...fieldOf('password')} />
      )}
      {asks.includes('totp') && (
        <TextField
          label="Codice di verifica"
          help={codeHelp}
          inputMode={digitsOnly ? 'numeric' : 'text'}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
          {...fieldOf('totp')}
        />
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button disabled={isBusy} onClick={onCancel}>
          Annulla
        </Button>
        <Button type="submit" variant={tone} busy={isBusy && busy}>
          {confirm}
        </Button>
      </div>
    </form>
  )
}
