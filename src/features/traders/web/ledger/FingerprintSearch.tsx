import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as format from '#shared/format/format.ts'
import { readError } from '#web/api.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { findFingerprint, readFingerprint, type LedgerEntry } from './chain.ts'
import type { NamedLedger } from './ledgers.ts'
import { loadLedger } from './useChain.ts'

interface FingerprintSearchProps {
  entries: readonly LedgerEntry[]
  /** The trader's other ledgers: an unknown fingerprint may belong to one of them. */
  others: readonly NamedLedger[]
  isWhole: boolean
  onFound: (n: number | null) => void
}

type Outcome =
  | { kind: 'found'; entry: LedgerEntry }
  | { kind: 'elsewhere'; entry: LedgerEntry; ledger: NamedLedger }
  | { kind: 'searching' }
  | { kind: 'absent' }
  /** Another ledger could not be read. */
  | { kind: 'unknown'; message: string }
  | { kind: 'unreadable' }

/** Finds a fingerprint that a visitor noted earlier. */
export function FingerprintSearch({ entries, others, isWhole, onFound }: FingerprintSearchProps) {
  const client = useQueryClient()
  const search = useRef(0)
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  async function look() {
    search.current += 1
    const mine = search.current
    const fingerprint = readFingerprint(text)
    const entry = fingerprint === null ? undefined : findFingerprint(entries, fingerprint)
    onFound(entry?.n ?? null)
    if (fingerprint === null) {
      setOutcome({ kind: 'unreadable' })
      field.current?.focus()
    } else if (entry !== undefined) setOutcome({ kind: 'found', entry })
    else {
      setOutcome({ kind: 'searching' })
      const found = await lookElsewhere(client, others, fingerprint)
      if (mine === search.current) setOutcome(found)
    }
  }
  const error = outcome?.kind === 'unreadable' ? 'Servono da 8 a 64 cifre esadecimali (0–9, a–f).' : undefined
  return (
    <Panel title="Cerca un’impronta">
      <form
        className="grid gap-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void look()
        }}
      >
        <TextField
          label="Impronta vista in precedenza"
          help="Le prime cifre bastano, come le mostra il pannello dell’Expert Advisor."
          error={error}
          value={text}
          ref={field}
          onChange={(event) => {
            search.current += 1
            setText(event.target.value)
            setOutcome(null)
          }}
          maxLength={120}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <div>
          <Button type="submit" busy={outcome?.kind === 'searching' && 'Ricerca...'}>
            Cerca
          </Button>
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
        {outcome?.kind === 'elsewhere' && (
          <Alert tone="info" lead="È nel registro di un altro conto di questo trader." live>
            È la voce {format.count(outcome.entry.n)}, del {format.dateTime(outcome.entry.at)}:{' '}
            <a href={outcome.ledger.href}>{outcome.ledger.label}</a>.
          </Alert>
        )}
        {outcome?.kind === 'unknown' && (
          <Alert tone="warn" lead="Non è in questo registro." live>
            Gli altri registri di questo trader non si possono leggere adesso. {outcome.message}
          </Alert>
        )}
        {outcome?.kind === 'absent' && (
          <Alert
            tone="danger"
            lead={others.length === 0 ? 'Non è in questo registro.' : 'Non è in nessun registro di questo trader.'}
            live
          >
            Controlla di averla copiata bene, e che fosse di questo trader. Se è così, scrivici: il registro non
            dovrebbe perdere voci.
          </Alert>
        )}
      </form>
    </Panel>
  )
}

async function lookElsewhere(
  client: QueryClient,
  others: readonly NamedLedger[],
  fingerprint: string,
): Promise<Outcome> {
  try {
    for (const ledger of others) {
      const entry = findFingerprint((await loadLedger(client, ledger)).entries, fingerprint)
      if (entry !== undefined) return { kind: 'elsewhere', entry, ledger }
    }
  } catch (error) {
    return { kind: 'unknown', message: readError(error).message }
  }
  return { kind: 'absent' }
}
