import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import * as format from '#shared/format/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Kpi, KpiStrip } from '#web/ui/figures/Kpi.tsx'
import { Facts } from '#web/ui/list/Facts.tsx'
import { QueryError, StaleNotice } from '#web/ui/QueryError.tsx'
import { timeText, useMonitor, type Monitor } from '../monitor.ts'
import { HealthList } from './HealthList.tsx'
import { RoutesTable } from './RoutesTable.tsx'
import { PauseButton } from './PauseButton.tsx'

const everyMs = 10_000

export function MonitorPart() {
  const [isPaused, setPaused] = useState(false)
  const { data, error, isFetching, refetch } = useMonitor(isPaused ? false : everyMs)
  const retry = { error, isFetching, onRetry: () => void refetch() }
  return (
    <section aria-labelledby="sys-monitor">
      <div className="sys-head">
        <h2 id="sys-monitor">Monitor API</h2>
        <span className="sys-tools">
          {isPaused && (
            <Button size="sm" busy={isFetching && 'Lettura...'} onClick={() => void refetch()}>
              <RotateCw size={15} strokeWidth={1.75} aria-hidden />
              Aggiorna
            </Button>
          )}
          <PauseButton isPaused={isPaused} onChange={setPaused} />
        </span>
      </div>
      {data === undefined && error === null && (
        <output className="skeleton mt-4 grid h-[320px] place-items-center text-ui text-ink-2">
          Caricamento monitor...
        </output>
      )}
      {data === undefined && error !== null && (
        <div className="mt-4">
          <QueryError lead="Errore caricamento monitor." {...retry} />
        </div>
      )}
      {data !== undefined && (
        <>
          {error !== null && (
            <div className="mt-4">
              <StaleNotice {...retry}>{`Le cifre sono delle ${format.time(data.generated_at)}.`}</StaleNotice>
            </div>
          )}
          <p className="mt-2 text-ui text-ink-2">
            Ultimi {format.count(data.window_minutes)} minuti dell’istanza <code>{data.instance.name}</code>, avviata il{' '}
            {format.dateTime(data.instance.started_at)}. Letto alle {format.time(data.generated_at)}
            {isPaused ? ', in pausa.' : ', di nuovo ogni 10 secondi.'}
          </p>
          <Totals totals={data.totals} />
          <h3 className="sys-title">Stato</h3>
          <HealthList health={data.health} />
          <h3 className="sys-title">Versione</h3>
          <ProgramFacts program={data.program} />
          <h3 className="sys-title">Percorsi</h3>
          <RoutesTable routes={data.routes} />
        </>
      )}
    </section>
  )
}

function Totals({ totals }: { totals: Monitor['totals'] }) {
  return (
    <div className="mt-4">
      <KpiStrip>
        <Kpi label="Richieste" figure={format.count(totals.requests)} />
        <Kpi label="Rifiutate" figure={format.count(totals.refused)} note="4xx, o sito chiuso" />
        <Kpi label="Errori" figure={format.count(totals.errors)} note="5xx" />
        <Kpi label="p95" figure={timeText(totals.p95_ms)} note={`metà entro ${timeText(totals.p50_ms)}`} />
      </KpiStrip>
    </div>
  )
}

function ProgramFacts({ program }: { program: Monitor['program'] }) {
  const { version, node, database, schema, workers, last_restored_at: restoredAt } = program
  const isKnown = database !== null
  const facts: [string, string][] = [
    ['TopTrader', version],
    ['Node.js', node],
    ['PostgreSQL', database ?? format.MISSING],
    ['Schema della base dati', schema ?? format.MISSING],
    ['Server al lavoro', workers === null ? format.MISSING : workers.length === 0 ? 'Nessuno' : workers.join(', ')],
    [
      'Ultimo ripristino da un backup',
      restoredAt !== null ? format.dateTime(restoredAt) : isKnown ? 'Mai' : format.MISSING,
    ],
  ]
  return (
    <>
      <Facts className="sys-facts" facts={facts} />
      <p className="help">
        Nessun server comanda: ogni lavoro periodico va a uno solo di quelli al lavoro, il primo che lo prende.
      </p>
    </>
  )
}
