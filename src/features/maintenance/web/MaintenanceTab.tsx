import { useQuery } from '@tanstack/react-query'
import { SystemSection } from '#features/system/web/SystemSection.tsx'
import { readError } from '#web/api.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { MaintenanceForm } from './MaintenanceForm.tsx'
import { statusQuery } from './status.ts'

/** The tab "Manutenzione" of the admin panel: the switch with the visitors' message, and what runs the site. */
export function MaintenanceTab() {
  const { data, error, refetch, isFetching } = useQuery(statusQuery())
  return (
    <>
      {data !== undefined ? (
        <MaintenanceForm state={data} />
      ) : error !== null ? (
        <Alert
          tone="danger"
          lead="Stato della manutenzione non caricato."
          live
          action={
            <Button size="sm" busy={isFetching && 'Caricamento...'} onClick={() => void refetch()}>
              Riprova
            </Button>
          }
        >
          {readError(error).message}
        </Alert>
      ) : (
        <output className="skeleton mnt-wait">Caricamento...</output>
      )}
      <SystemSection />
    </>
  )
}
