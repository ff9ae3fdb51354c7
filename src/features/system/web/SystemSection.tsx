import { useQuery } from '@tanstack/react-query'
import { Activity, BookText, Inbox, Mail, ScrollText } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { adminAddress } from '#features/admin/pages.ts'
import type { listContacts } from '#features/contacts/admin-contract.ts'
import * as format from '#shared/format.ts'
import { q, readError } from '#web/api.ts'
import { live } from '#web/query.ts'
import { toast } from '#web/toasts.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { BackupRow } from './BackupRow.tsx'
import { useMonitor } from './monitor.ts'
import { RestartRow } from './RestartRow.tsx'
import { SystemRow } from './SystemRow.tsx'

const monitorEveryMs = 30_000

/** The list "Sistema" of the admin panel, below the maintenance switch. */
export function SystemSection() {
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
          In configurazione
        </SystemRow>
        <RestartRow isRefused={monitor?.program.restartable === false} />
        <PageRow
          icon={<Inbox size={20} strokeWidth={1.75} aria-hidden />}
          title="Messaggi"
          href={adminAddress('contacts')}
        >
          <Letters />
        </PageRow>
        <PageRow
          icon={<BookText size={20} strokeWidth={1.75} aria-hidden />}
          title="Registro"
          href={adminAddress('audit')}
        >
          Chi ha cambiato che cosa, e quando
        </PageRow>
      </ul>
    </section>
  )
}

interface PageRowProps {
  icon: ReactNode
  title: string
  href: string
  children: ReactNode
}

function PageRow({ icon, title, href, children }: PageRowProps) {
  return (
    <SystemRow
      icon={icon}
      title={title}
      action={
        <ButtonLink size="sm" variant="secondary" href={href} aria-label={`Apri ${title}`}>
          Apri
        </ButtonLink>
      }
    >
      {children}
    </SystemRow>
  )
}

/** How many messages of the contact page wait for an answer. */
function Letters() {
  const asked = useQuery(
    live(q<typeof listContacts>('GET /api/admin/contacts', { query: { state: 'open', limit: '1' } })),
  )
  const { data, error } = asked
  if (data === undefined) return error === null ? 'Caricamento...' : `Non disponibili: ${readError(error).message}`
  return data.open_count === 0 ? 'Nessuno da gestire' : `${format.count(data.open_count)} da gestire`
}

function Calls() {
  const { data, error } = useMonitor(monitorEveryMs)
  if (data === undefined) return error === null ? 'Caricamento...' : `Non disponibile: ${readError(error).message}`
  const { requests, errors } = data.totals
  return `${format.counted(requests, 'chiamata', 'chiamate')} nell’ultima ora, ${
    errors === 0 ? 'nessun errore' : format.counted(errors, 'errore', 'errori')
  }`
}
