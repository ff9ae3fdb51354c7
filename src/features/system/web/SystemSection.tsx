import { Activity, Mail, ScrollText } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { adminAddress } from '#shared/admin-pages.ts'
import * as format from '#shared/format/format.ts'
import { readError } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { BackupRow } from './BackupRow.tsx'
import { useMonitor } from './monitor.ts'
import { RestartRow } from './RestartRow.tsx'
import { PageRow, SystemRow } from './SystemRow.tsx'

const monitorEveryMs = 30_000

/** The list "Sistema" of the admin panel. @param children more rows */
export function SystemSection({ children }: { children: ReactNode }) {
  const id = useId()
  const { data: monitor } = useMonitor(monitorEveryMs)
  return (
    <section aria-labelledby={id}>
      <div className="adm-section">
        <h3 id={id}>Sistema</h3>
        <ButtonLink size="sm" variant="text" className="-mr-3" href={adminAddress('system')}>
          Vedi tutti i backup
        </ButtonLink>
      </div>
      <ul className="sys-rows">
        <BackupRow />
        <PageRow
          icon={<Activity size={20} strokeWidth={1.75} aria-hidden />}
          title="Monitor API"
          href={adminAddress('system', { part: 'monitor' })}
        >
          <Calls />
        </PageRow>
        <PageRow
          icon={<ScrollText size={20} strokeWidth={1.75} aria-hidden />}
          title="Log di sistema"
          href={adminAddress('system', { part: 'logs' })}
        >
          Ultime 200 righe
        </PageRow>
        <SystemRow
          icon={<Mail size={20} strokeWidth={1.75} aria-hidden />}
          title="Email a tutti gli utenti"
          action={
            <Button
              size="sm"
              aria-label="Prepara un’email a tutti gli utenti"
              onClick={() => toast('Sistema email in configurazione. Disponibile a breve!')}
            >
              Prepara
            </Button>
          }
        >
          In configurazione: per ora non parte nessuna email
        </SystemRow>
        <RestartRow isRefused={monitor?.program.restartable === false} />
        {children}
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
