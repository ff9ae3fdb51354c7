import { useEffect, type FormEvent, type ReactNode } from 'react'
import { codeMissing, passwordMissing } from '#shared/field-texts.ts'
import { shortErrorText } from '#web/error-text.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { ActionError } from '#web/ui/ActionError.tsx'
import { Button } from '#web/ui/Button.tsx'
import { PasswordField, TextField } from '#web/ui/forms/Field.tsx'
import { useFields } from '#web/ui/forms/useFields.ts'

type Name = 'password' | 'totp'
type Proof = Record<Name, string>

interface ProofFormProps {
  /** The purpose of the form, for screen readers, which lack the visual context. */
  label: string
  /** The requested proofs, in this order. */
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

const missing: Proof = { password: passwordMissing, totp: codeMissing }

/** Requires password, code, or both, before an action that they protect. */
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
  const { values, show, fieldOf, focus } = useFields({ password: '', totp: '' })
  const proving = useAction(onProof, {
    onError: ({ fields }) => asks.some((name) => fields[name] !== undefined) && show(fields),
  })
  const [first] = asks
  useEffect(() => {
    if (first !== undefined) focus(first)
    // Once: a later field keeps the focus.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [first])

  function submit(event: FormEvent) {
    event.preventDefault()
    proving.clear()
    const empty = asks.filter((name) => values[name].trim() === '')
    if (show(Object.fromEntries(empty.map((name) => [name, missing[name]])))) return
    void proving.run({ password: values.password, totp: values.totp.trim() })
  }
  return (
    <form className="grid max-w-[440px] gap-[18px]" method="post" noValidate aria-label={label} onSubmit={submit}>
      {children}
      <ActionError error={proving.error} textOf={shortErrorText} />
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
        <Button disabled={proving.isBusy} onClick={onCancel}>
          Annulla
        </Button>
        <Button type="submit" variant={tone} busy={proving.isBusy && busy}>
          {confirm}
        </Button>
      </div>
    </form>
  )
}
