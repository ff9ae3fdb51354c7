import { BrushCleaning } from 'lucide-react'
import { useState } from 'react'
import type { cleanupOrphaned } from '#features/payments/admin-contract.ts'
import * as format from '#shared/format/format.ts'
import { send } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { Button } from '#web/ui/Button.tsx'
import { LazyConfirmDialog } from '#web/ui/dialogs/LazyConfirmDialog.tsx'
import { adminErrorText } from '#web/error-text.ts'
import { useRefresh } from './queries.ts'

/** Why this number differs from the filter's. */
const counting =
  'Contano ogni pagamento da solo e gli ordini nascosti: il filtro Orfani mostra invece una riga per ordine.'

/** Removes orders that never saw money, after a confirmation, and reports how many there were. */
export function Cleanup() {
  const refresh = useRefresh()
  const [isConfirming, setConfirming] = useState(false)
  const { run, isBusy, error, clear } = useAction(
    () => send<typeof cleanupOrphaned>('DELETE /api/admin/payments/cleanup-orphaned', {}),
    {
      onDone({ orphaned_found: found, orphaned_removed: removed }) {
        setConfirming(false)
        toast(
          `${format.counted(found, 'record orfano trovato', 'record orfani trovati')}, ${format.counted(removed, 'rimosso', 'rimossi')}. ${counting}`,
          'ok',
        )
        return refresh()
      },
    },
  )
  return (
    <>
      <Button
        size="sm"
        onClick={() => {
          clear()
          setConfirming(true)
        }}
      >
        <BrushCleaning size={15} strokeWidth={1.75} aria-hidden />
        Pulisci record orfani
      </Button>
      {isConfirming && (
        <LazyConfirmDialog
          tone="danger"
          title="Pulire i record orfani?"
          confirm="Pulisci"
          busy={isBusy && 'Pulizia...'}
          error={error && adminErrorText(error)}
          onConfirm={() => void run()}
          onCancel={() => setConfirming(false)}
        >
          Vengono rimossi per sempre gli ordini senza utente che non hanno mai visto denaro, se sono chiusi o hanno più
          di 30 giorni. Tutto ciò che ha visto denaro resta.
        </LazyConfirmDialog>
      )}
    </>
  )
}
