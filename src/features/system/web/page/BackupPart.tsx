import { Database, KeyRound, RotateCcw } from 'lucide-react'
import type { ResponseOf } from '#shared/endpoint.ts'
import * as format from '#shared/format/format.ts'
import type { listBackups } from '#features/system/contract.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Facts } from '#web/ui/list/Facts.tsx'
import { QueryError, StaleNotice } from '#web/ui/QueryError.tsx'
import { sizeText, useBackups, useElapsed, useMakeBackup } from '../backups.ts'
import { BackupTable } from './BackupTable.tsx'

export function BackupPart() {
  const query = useBackups()
  const { data, error, isFetching, refetch } = query
  const retry = { error, isFetching, onRetry: () => void refetch() }
  return (
    <section aria-labelledby="sys-backup">
      <div className="sys-head">
        <h2 id="sys-backup">Backup</h2>
        <MakeButton />
      </div>
      <Outcome />
      {data === undefined && error === null && (
        <output className="skeleton mt-4 grid h-[320px] place-items-center text-ui text-ink-2">
          Caricamento backup...
        </output>
      )}
      {data === undefined && error !== null && (
        <div className="mt-4">
          <QueryError lead="Errore caricamento backup." {...retry} />
        </div>
      )}
      {data !== undefined && (
        <>
          {error !== null && (
            <div className="mt-4">
              <StaleNotice {...retry}>L’elenco resta com’era.</StaleNotice>
            </div>
          )}
          <BackupFacts facts={data} />
          {data.backups.length === 0 ? (
            <div className="panel mt-4">
              <EmptyState
                title="Ancora nessun backup"
                text="Il primo si fa da solo di notte. Puoi anche avviarne uno adesso."
              />
            </div>
          ) : (
            <BackupTable backups={data.backups} now={query.dataUpdatedAt} />
          )}
        </>
      )}
      {/* Below a table of any length: they come with it. */}
      {!query.isPending && <Notes />}
    </section>
  )
}

function Notes() {
  return (
    <ul className="sys-notes">
      <li>
        <KeyRound size={18} strokeWidth={1.75} aria-hidden />
        <span>
          <b>La chiave.</b> I file sono cifrati e si aprono solo con la <code>SECRET_KEY</code> con cui furono fatti, o
          con la chiave privata se il server ha una <code>BACKUP_PUBLIC_KEY</code>. Conservane una copia fuori da questa
          macchina: senza, un backup non serve a niente.
        </span>
      </li>
      <li>
        <RotateCcw size={18} strokeWidth={1.75} aria-hidden />
        <span>
          <b>Ripristinare.</b> A server spento, in una base dati vuota: <code>npm run restore -- FILE</code>. Ogni
          tabella viene confrontata con quella di allora, e se qualcosa non torna non cambia niente.
        </span>
      </li>
    </ul>
  )
}

function BackupFacts({ facts }: { facts: ResponseOf<typeof listBackups> }) {
  const { last_backup_at: last, last_verified_at: verified, next_backup_at: next, total } = facts
  const shown: [string, string][] = [
    ['Ultimo backup', last === null ? 'Mai' : format.dateTime(last)],
    ['Prossimo', format.dateTime(next)],
    ['Ultima prova di ripristino', verified === null ? 'Mai' : format.dateTime(verified)],
    ['Conservati', format.count(total)],
  ]
  return <Facts className="sys-facts mt-3" facts={shown} />
}

function MakeButton() {
  const { state, make } = useMakeBackup()
  return (
    <Button variant="primary" busy={state.stage === 'busy' && 'Backup in corso...'} onClick={() => make()}>
      <Database size={16} strokeWidth={1.75} aria-hidden />
      Avvia backup
    </Button>
  )
}

/** The result of the backup that was requested here. */
function Outcome() {
  const { state } = useMakeBackup()
  return (
    <>
      {state.stage === 'busy' && (
        <p className="mt-3 text-ui text-ink-2">
          <Elapsed since={state.since} />
        </p>
      )}
      {state.stage === 'made' && (
        <div className="mt-4">
          <Alert tone="ok" lead="Backup fatto." live>
            {state.name}, {sizeText(state.megabytes)}. Adesso viene ripristinato per prova.
          </Alert>
        </div>
      )}
      {state.stage === 'failed' && (
        <div className="mt-4">
          <Alert tone="danger" lead={state.lead} live>
            {state.text}
          </Alert>
        </div>
      )}
    </>
  )
}

function Elapsed({ since }: { since: number }) {
  const seconds = useElapsed(since)
  return (
    <>In corso da {format.counted(seconds, 'secondo', 'secondi')}. Puoi lasciare questa pagina: continua da solo.</>
  )
}
