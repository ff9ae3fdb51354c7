import { useEffect, useRef, useState, type FormEvent } from 'react'
import { codeMissing } from '#shared/field-texts.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { ActionError } from '#web/ui/ActionError.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { failureOf, type Failure } from './failure.ts'

interface CodeStepProps {
  /** Signs in with the code. */
  onCode: (totp: string) => Promise<void>
  /** Back to name and password, with the reason when they are refused by now. */
  onBack: (why: Failure | null) => void
}

const usedUp = 'Il codice di recupero non è valido o è già stato usato: provane un altro.'

/** The second factor, after the right name and password. */
export function CodeStep({ onCode, onBack }: CodeStepProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isRecovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const [fieldError, setFieldError] = useState<string | null>(null)
  const entering = useAction(onCode, {
    onError(error) {
      if (error.type === 'TOTP_INVALID') return refuse(isRecovery ? usedUp : error.message)
      if (error.type === 'INVALID_CREDENTIALS') return onBack(failureOf(error, 'login'))
      return false
    },
  })
  useEffect(() => input.current?.focus(), [isRecovery])

  const refuse = (sentence: string): true => {
    setFieldError(sentence)
    input.current?.focus()
    input.current?.select()
    return true
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    entering.clear()
    if (code.trim() === '') return refuse(codeMissing)
    setFieldError(null)
    void entering.run(code.trim())
  }
  return (
    <form className="mt-8 grid gap-[18px]" method="post" noValidate onSubmit={submit}>
      <h2 className="text-h3">Secondo fattore</h2>
      <output className="-mt-2 text-ui text-ink-2">
        {isRecovery
          ? 'Inserisci uno dei codici di recupero che hai salvato: vale una volta sola.'
          : 'Nome e password sono giusti. Ora apri la tua app di autenticazione e inserisci il codice di 6 cifre.'}
      </output>
      <ActionError error={entering.error} textOf={(error) => failureOf(error, 'login').message} />
      <TextField
        key={isRecovery ? 'recovery' : 'app'}
        ref={input}
        label={isRecovery ? 'Codice di recupero' : 'Codice di verifica'}
        name="totp"
        value={code}
        onChange={(event) => {
          setCode(event.target.value)
          setFieldError(null)
        }}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        error={fieldError ?? undefined}
      />
      <Button type="submit" variant="primary" size="lg" wide busy={entering.isBusy && 'Verifica...'}>
        Verifica
      </Button>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        <Button
          variant="text"
          disabled={entering.isBusy}
          onClick={() => {
            setCode('')
            setFieldError(null)
            setRecovery(!isRecovery)
          }}
        >
          {isRecovery ? 'Usa il codice dell’app' : 'Usa un codice di recupero'}
        </Button>
        <Button variant="text" disabled={entering.isBusy} onClick={() => onBack(null)}>
          Torna indietro
        </Button>
      </div>
    </form>
  )
}
