import { BrushCleaning } from 'lucide-react'
import { useState } from 'react'
import type { cleanupOrphaned } from '#features/payments/admin-contract.ts'
import * as format from '#shared/format.ts'
import { send } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { adminErrorText } from '#web/error-text.ts'
import { useRefresh } from './queries.ts'

/** Why this number is not the filter's. */
const counting =
  'Contano ogni pagamento da solo e gli ordini nascosti: il filtro Orfani mostra invece una riga per ordine.'

/** Removes what never saw money, after a yes, and says how much there was. */
export function Cleanup() {
  const refresh = useRefresh()
  const [isConfirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  async function clean() {
    setBusy(true)
    setFault(null)
    try {
      const { orphaned_found: found, orphaned_removed: removed } = await send<typeof cleanupOrphaned>(
        'DELETE /api/admin/payments/cleanup-orphaned',
        {},
      )
      setConfirming(false)
      toast(
        `${format.counted(found, 'record orfano trovato', 'record orfani trovati')}, ${format.counted(removed, 'rimosso', 'rimossi')}. ${counting}`,
        'ok',
      )
      await refresh()
    } catch (error) {
      setFault(adminErrorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        size="sm"
        onClick={() => {
          setFault(null)
          setConfirming(true)
        }}
      >
        <BrushCleaning size={15} strokeWidth={1.75} aria-hidden />
        Pulisci record orfani
      </Button>
      {isConfirming && (
        <ConfirmDialog
          tone="danger"
          title="Pulire i record orfani?"
          confirm="Pulisci"
          busy={busy && 'Pulizia...'}
          error={fault}
          onConfirm={() => void clean()}
          onCancel={() => setConfirming(false)}
        >
          Vengono rimossi per sempre gli ordini senza utente che non hanno mai visto denaro, se sono chiusi o hanno più
          di 30 giorni. Tutto ciò che ha visto denaro resta.
        </ConfirmDialog>
      )}
    </>
  )
}
