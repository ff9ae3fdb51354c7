import { Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useLeaveGuard } from '#web/ui/forms/useLeaveGuard.tsx'
import { CopyButton } from './CopyButton.tsx'

const leaving = {
  title: 'Hai salvato i codici?',
  text: 'I codici di recupero li vedi solo ora: se esci senza salvarli dovrai generarne di nuovi.',
  confirm: 'Esci',
}
const nothingToDrop = () => undefined

interface RecoveryCodesProps {
  codes: readonly string[]
  /** The second factor was just turned on. */
  isNew: boolean
  onSaved: () => void
}

/** Shown once: the server stores only their hashes. */
export function RecoveryCodes({ codes, isNew, onSaved }: RecoveryCodesProps) {
  const box = useRef<HTMLFieldSetElement>(null)
  useEffect(() => box.current?.focus(), [])
  const question = useLeaveGuard(true, nothingToDrop, leaving)
  const text = codes.join('\n')
  return (
    <fieldset ref={box} tabIndex={-1} className="grid min-w-0 gap-4 outline-none">
      <legend className="sr-only">Codici di recupero</legend>
      <Alert tone="ok" lead={isNew ? 'Secondo fattore attivo.' : 'I nuovi codici sono pronti.'} live>
        Salva questi codici di recupero: li vedi solo ora.
      </Alert>
      <p className="max-w-[640px] text-ui text-ink-2">
        Se perdi il telefono, ognuno di questi codici ti fa accedere una volta al posto di quello dell’app. Conservali
        dove tieni le cose importanti, non sul telefono stesso.
      </p>
      <ol className="grid max-w-[440px] grid-cols-2 gap-x-6 gap-y-1.5 rounded-md bg-sunken px-4 py-3 text-ui max-[420px]:grid-cols-1">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2.5">
        <CopyButton text={text} label="Copia i codici" copied="Codici copiati" />
        <Button size="sm" onClick={() => download(text)}>
          <Download size={15} strokeWidth={1.75} aria-hidden />
          Scarica come testo
        </Button>
      </div>
      <div>
        <Button variant="primary" onClick={onSaved}>
          Ho salvato i codici
        </Button>
      </div>
      {question}
    </fieldset>
  )
}

function download(codes: string): void {
  const text = `TopTrader: codici di recupero\nOgnuno vale una volta sola, al posto del codice dell’app.\n\n${codes}\n`
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'toptrader-codici-di-recupero.txt'
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 1_000)
}
