import { useState } from 'react'
import * as format from '#shared/format.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { findMark, readMark, type LedgerEntry } from './chain.ts'

interface MarkSearchProps {
  entries: readonly LedgerEntry[]
  isWhole: boolean
  onFound: (n: number | null) => void
}

type Outcome = { kind: 'found'; entry: LedgerEntry } | { kind: 'absent' } | { kind: 'unreadable' }

/** Looks for a fingerprint that somebody noted earlier. */
export function MarkSearch({ entries, isWhole, onFound }: MarkSearchProps) {
  const [text, setText] = useState('')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  function look() {
    const mark = readMark(text)
    const entry = mark === null ? undefined : findMark(entries, mark)
    onFound(entry?.n ?? null)
    if (mark === null) setOutcome({ kind: 'unreadable' })
    else setOutcome(entry === undefined ? { kind: 'absent' } : { kind: 'found', entry })
  }
  const error = outcome?.kind === 'unreadable' ? 'Servono da 8 a 64 cifre esadecimali (0–9, a–f).' : undefined
  return (
    <Panel title="Cerca un’impronta">
      <form
        className="grid gap-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          look()
        }}
      >
        <TextField
          label="Impronta vista in precedenza"
          help="Le prime cifre bastano, come le mostra il pannello dell’Expert Advisor."
          error={error}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setOutcome(null)
          }}
          maxLength={120}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <div>
          <Button type="submit">Cerca</Button>
        </div>
        {outcome?.kind === 'found' && (
          <Alert
            tone="ok"
            lead={`È la voce ${format.count(outcome.entry.n)}, del ${format.dateTime(outcome.entry.at)}.`}
            live
          >
            {isWhole && 'Tutto ciò che la precede è rimasto com’era quando l’hai annotata.'}
          </Alert>
        )}
        {outcome?.kind === 'absent' && (
          <Alert tone="danger" lead="Non è in questo registro." live>
            Controlla di averla copiata bene, e che fosse di questo trader e del conto di oggi. Se è così, scrivici: il
            registro non dovrebbe perdere voci.
          </Alert>
        )}
      </form>
    </Panel>
  )
}
