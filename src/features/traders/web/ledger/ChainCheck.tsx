import { useId, useState } from 'react'
import * as format from '#shared/format/format.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { QueryError } from '#web/ui/QueryError.tsx'
import { EntriesTable } from './EntriesTable.tsx'
import { FingerprintSearch } from './FingerprintSearch.tsx'
import type { BreakReason, LedgerEntry, Verdict } from './chain.ts'
import { saveLedger } from './download.ts'
import type { NamedLedger } from './ledgers.ts'
import { useChain } from './useChain.ts'

/** Loads the ledger, computes it again and shows the result. */
export function ChainCheck({ ledger, others }: { ledger: NamedLedger; others: readonly NamedLedger[] }) {
  const { username, account } = ledger
  const { state, retry } = useChain(username, account)
  const [found, setFound] = useState<number | null>(null)
  if (state.phase === 'failed') {
    return <QueryError lead="Registro non disponibile." error={state.error} isFetching={false} onRetry={retry} />
  }
  if (state.phase === 'loading') {
    const length = state.length === null ? '' : ` di ${format.count(state.length)}`
    return (
      <Working
        label={`Carico le voci: ${format.count(state.loaded)}${length}`}
        value={state.loaded}
        max={state.length ?? undefined}
      />
    )
  }
  if (state.phase === 'checking') {
    const all = state.entries.length
    return (
      <Working
        label={`Ricalcolo le impronte: ${format.count(state.checked)} di ${format.count(all)}`}
        value={state.checked}
        max={all}
      />
    )
  }
  if (state.entries.length === 0) {
    return (
      <Panel title="Controllo">
        <EmptyState
          title="Ancora nessuna voce"
          text="Il registro comincia con la prima sincronizzazione accettata del conto."
        />
      </Panel>
    )
  }
  const verdict = state.phase === 'checked' ? state.verdict : null
  const broken = verdict?.kind === 'broken' ? verdict.n : null
  return (
    <>
      <Result verdict={verdict} entries={state.entries} />
      <FingerprintSearch
        entries={state.entries}
        others={others}
        isWhole={verdict?.kind === 'whole'}
        onFound={setFound}
      />
      <Panel
        title="Voci"
        end={
          <Button size="sm" onClick={() => saveLedger(username, state.entries)}>
            Scarica in JSON
          </Button>
        }
      >
        <EntriesTable entries={state.entries} broken={broken} found={found} />
      </Panel>
    </>
  )
}

function Working({ label, value, max }: { label: string; value: number; max: number | undefined }) {
  const id = useId()
  return (
    // As high as the screen: the result, which is longer, moves nothing that is in view.
    <div className="min-h-svh">
      <Panel title="Controllo">
        {/* The bar announces its own progress: a status would be read out at each step. */}
        <p id={id} className="text-ui text-ink-2">
          {label}
        </p>
        <progress
          aria-labelledby={id}
          className="mt-2 block h-2 w-full accent-action"
          {...(max !== undefined && { value, max: Math.max(1, max) })}
        />
      </Panel>
    </div>
  )
}

const breakTexts: Record<BreakReason, string> = {
  order: 'Manca una voce, o una è ripetuta.',
  figures: 'Le cifre della voce non sono quelle da cui era stata fatta la loro impronta.',
  hash: 'L’impronta della voce non segue da quella prima e dal suo contenuto.',
}

function Result({ verdict, entries }: { verdict: Verdict | null; entries: readonly LedgerEntry[] }) {
  const hidden = entries.some(({ figures }) => figures === null)
  return (
    <div className="grid gap-3">
      {verdict === null && (
        <Alert tone="warn" lead="Qui non possiamo ricalcolare." live>
          Il browser calcola le impronte solo su pagine sicure (https). Apri questa pagina in https, o usa la ricetta
          qui sotto.
        </Alert>
      )}
      {verdict?.kind === 'whole' && (
        <Alert tone="ok" lead="Il registro è integro." live>
          Il tuo browser ha ricalcolato {format.counted(entries.length, 'impronta', 'impronte')}. L’ultima,{' '}
          <code className="font-mono [overflow-wrap:anywhere]">{verdict.head.slice(0, 16)}</code>, è quella che il sito
          mostra.
        </Alert>
      )}
      {verdict?.kind === 'broken' && (
        <Alert tone="danger" lead={`La catena si interrompe alla voce ${format.count(verdict.n)}.`} live>
          {breakTexts[verdict.reason]} Da lì in poi il registro non prova nulla: scarica i dati e scrivici.
        </Alert>
      )}
      {hidden && (
        <Alert tone="info" lead="Importi non mostrati.">
          Il trader li nasconde, oppure il conto non ha ancora dati sincronizzati: delle cifre è pubblica solo
          l’impronta. La catena si ricalcola lo stesso.
        </Alert>
      )}
    </div>
  )
}
