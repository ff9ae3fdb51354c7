import { Activity, Mail, ScrollText } from 'lucide-react'
import { useId } from 'react'
import * as format from '#shared/format.ts'
import { readError } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { BackupRow } from './BackupRow.tsx'
import { useMonitor } from './monitor.ts'
import { RestartRow } from './RestartRow.tsx'
import { SystemRow } from './SystemRow.tsx'

const page = '/?view=admin&page=system'
const monitorEveryMs = 30_000

/** The list "Sistema" of the admin panel, below the maintenance switch. */
export function SystemSection() {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="adm-section">
        <h3 id={id}>Sistema</h3>
      </div>
      <ul className="sys-rows">
        <BackupRow />
        <SystemRow
          icon={<Activity size={20} strokeWidth={1.75} aria-hidden />}
          title="Monitor API"
          action={(row) => (
            <ButtonLink size="sm" variant="secondary" href={`${page}&part=monitor`} aria-describedby={row}>
              Apri
            </ButtonLink>
          )}
        >
          <Calls />
        </SystemRow>
        <SystemRow
          icon={<ScrollText size={20} strokeWidth={1.75} aria-hidden />}
          title="Log di sistema"
          action={(row) => (
            <ButtonLink size="sm" variant="secondary" href={`${page}&part=logs`} aria-describedby={row}>
              Apri
            </ButtonLink>
          )}
        >
          Ultime 200 righe
        </SystemRow>
        <SystemRow
          icon={<Mail size={20} strokeWidth={1.75} aria-hidden />}
          title="Email a tutti gli utenti"
          action={(row) => (
            <Button
              size="sm"
              aria-describedby={row}
              onClick={() => toast('Sistema email in configurazione. Disponibile a breve!')}
            >
              Prepara
            </Button>
          )}
        >
          In configurazione
        </SystemRow>
        <RestartRow />
      </ul>
    </section>
  )
}

function Calls() {
  const { data, error } = useMonitor(monitorEveryMs)
  if (data === undefined) return error === null ? 'Caricamento...' : `Non disponibile: ${readError(error).message}`
  const { requests, errors } = data.totals
  return `${format.counted(requests, 'chiamata', 'chiamate')} nell’ultima ora, ${
    errors === 0 ? 'nessun errore' : format.counted(errors, 'errore', 'errori')
  }`
}
