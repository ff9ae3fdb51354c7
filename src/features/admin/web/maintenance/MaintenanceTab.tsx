import { useQuery } from '@tanstack/react-query'
import { BookText, Inbox } from 'lucide-react'
import { adminAddress } from '#shared/admin-pages.ts'
import type { InboxReader } from '#features/contacts/viewer.ts'
import { MaintenanceForm } from '#features/maintenance/web/MaintenanceForm.tsx'
import { statusQuery } from '#features/maintenance/web/status.ts'
import { PageRow } from '#features/system/web/SystemRow.tsx'
import { SystemSection } from '#features/system/web/SystemSection.tsx'
import * as format from '#shared/format/format.ts'
import { readError } from '#web/api.ts'
import { QueryError } from '#web/ui/QueryError.tsx'
import { waitingQuery } from '#web/waiting.ts'

/** The tab "Manutenzione": the switch with the visitors' message, and the server's operation. */
export function MaintenanceTab() {
  const { data, error, refetch, isFetching } = useQuery(statusQuery())
  return (
    <>
      {data !== undefined ? (
        <MaintenanceForm state={data} />
      ) : error !== null ? (
        <QueryError
          lead="Stato della manutenzione non caricato."
          error={error}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <output className="skeleton mnt-wait">Caricamento...</output>
      )}
      <SystemSection>
        <PageRow
          icon={<Inbox size={20} strokeWidth={1.75} aria-hidden />}
          title="Messaggi"
          href={adminAddress('contacts')}
        >
          <OpenMessages />
        </PageRow>
        <PageRow
          icon={<BookText size={20} strokeWidth={1.75} aria-hidden />}
          title="Registro"
          href={adminAddress('audit')}
        >
          Chi ha cambiato che cosa, e quando
        </PageRow>
      </SystemSection>
    </>
  )
}

/** The number of contact messages without an answer. */
function OpenMessages() {
  const { data, error } = useQuery(waitingQuery<InboxReader>())
  const count = data?.admin?.open_count
  if (count === undefined) return error === null ? 'Caricamento...' : `Non disponibili: ${readError(error).message}`
  return count === 0 ? 'Nessuno da gestire' : `${format.count(count)} da gestire`
}
