import { useEffect, useRef, useState, type FormEvent } from 'react'
import { readError } from '#web/api.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { failureOf, type Failure } from './failure.ts'

interface CodeStepProps {
  /** Signs in with the code. */
  onCode: (totp: string) => Promise<void>
  /** To name and password again; why, where they are refused by now. */
  onBack: (why: Failure | null) => void
}

const usedUp = 'Il codice di recupero non è valido o è già stato usato: provane un altro.'

/** The second factor: asked for once name and password are right. */
export function CodeStep({ onCode, onBack }: CodeStepProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isRecovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  useEffect(() => input.current?.focus(), [isRecovery])

  const refuse = (sentence: string) => {
    setFault(sentence)
    input.current?.focus()
    input.current?.select()
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    setFailure(null)
    if (code.trim() === '') return refuse('Inserisci il codice.')
    setFault(null)
    setSending(true)
    try {
      await onCode(code.trim())
    } catch (error) {
      const { type, message } = readError(error)
      setSending(false)
      if (type === 'TOTP_INVALID') return refuse(isRecovery ? usedUp : message)
      const why = failureOf(error, 'login')
      if (type === 'INVALID_CREDENTIALS') return onBack(why)
      setFailure(why.message)
    }
  }
  return (
    <form className="mt-8 grid gap-[18px]" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <h2 className="text-h3">Secondo fattore</h2>
      <output className="-mt-2 text-ui text-ink-2">
        {isRecovery
          ? 'Inserisci uno dei codici di recupero che hai salvato: vale una volta sola.'
          : 'Nome e password sono giusti. Ora apri la tua app di autenticazione e inserisci il codice di 6 cifre.'}
      </output>
      {failure !== null && <Alert tone="danger" lead={failure} live />}
      <TextField
        key={isRecovery ? 'recovery' : 'app'}
        ref={input}
        label={isRecovery ? 'Codice di recupero' : 'Codice di verifica'}
        name="totp"
        value={code}
        onChange={(event) => {
          setCode(event.target.value)
          setFault(null)
        }}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        error={fault ?? undefined}
      />
      <Button type="submit" variant="primary" size="lg" wide busy={isSending && 'Verifica...'}>
        Verifica
      </Button>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        <Button
          variant="text"
          disabled={isSending}
          onClick={() => {
            setCode('')
            setFault(null)
            setRecovery(!isRecovery)
          }}
        >
          {isRecovery ? 'Usa il codice dell’app' : 'Usa un codice di recupero'}
        </Button>
        <Button variant="text" disabled={isSending} onClick={() => onBack(null)}>
          Torna indietro
        </Button>
      </div>
    </form>
  )
}
