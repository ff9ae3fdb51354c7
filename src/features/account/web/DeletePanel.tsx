import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { getErasure } from '#features/account/contract.ts'
import { q } from '#web/api.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { QueryError } from '#web/ui/QueryError.tsx'

const DeleteDialog = lazy(async () => ({ default: (await import('./DeleteDialog.tsx')).DeleteDialog }))

/** Deletion of the account. The loss is shown before the password is requested. */
export function DeletePanel({ username }: { username: string }) {
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { data, error, refetch, isFetching } = useQuery({
    ...q<typeof getErasure>('GET /api/account/erasure', {}),
    refetchOnWindowFocus: false,
  })
  const open = async () => {
    // The dialog shows current figures; where they do not load, the older ones are close enough.
    setBusy(true)
    await refetch()
    setBusy(false)
    setOpen(true)
  }
  return (
    <Panel title="Elimina l’account">
      <div className="grid gap-4 text-ui">
        <p className="text-ink-2">
          Profilo, conti, operazioni, posto in classifica e accesso spariscono subito e per sempre. Prima puoi esportare
          i tuoi dati.
        </p>
        {data === undefined && error === null && <span className="skeleton h-10 w-52" />}
        {data === undefined && error !== null && (
          <QueryError
            lead="Non sappiamo che cosa perderesti."
            error={error}
            isFetching={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {data !== undefined && data.blocked !== null && (
          <Alert tone="info" lead="Questo account non si può eliminare.">
            {data.blocked}
          </Alert>
        )}
        {data !== undefined && data.blocked === null && (
          <div>
            <Button variant="danger-line" busy={isBusy && 'Controllo...'} onClick={() => void open()}>
              <Trash2 size={16} strokeWidth={1.75} aria-hidden />
              Elimina l’account
            </Button>
          </div>
        )}
        {isOpen && data !== undefined && (
          <Suspense>
            <DeleteDialog username={username} erasure={data} onCancel={() => setOpen(false)} />
          </Suspense>
        )}
      </div>
    </Panel>
  )
}
