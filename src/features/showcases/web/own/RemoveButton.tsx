import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { deleteShowcase } from '#features/showcases/contract.ts'
import { readError, send } from '#web/api.ts'
import { navigate } from '#web/router.ts'
import { toast } from '#web/toasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { LazyConfirmDialog } from '#web/ui/dialogs/LazyConfirmDialog.tsx'

interface RemoveButtonProps {
  showcaseId: string
  size?: 'md' | 'lg'
  onRemoved: () => void
}

export function RemoveButton({ showcaseId, size = 'md', onRemoved }: RemoveButtonProps) {
  const client = useQueryClient()
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)

  async function remove() {
    setBusy(true)
    setFault(null)
    try {
      await send<typeof deleteShowcase>('DELETE /api/showcases/:showcase_id', { params: { showcase_id: showcaseId } })
      setAsked(false)
      toast('✅ Vetrina eliminata con successo!', 'ok')
      client.removeQueries({ queryKey: ['GET /api/my-showcase/analytics'] })
      navigate('/?view=my-showcase')
      onRemoved()
    } catch (error) {
      const { status, message, body } = readError(error)
      const words = `Errore eliminazione vetrina: ${body?.detail ?? (status === 0 ? message : 'Errore sconosciuto')}`
      setFault(words)
      toast(`❌ ${words}`, 'danger')
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button
        variant="danger-line"
        size={size}
        onPointerEnter={LazyConfirmDialog.preload}
        onFocus={LazyConfirmDialog.preload}
        onClick={() => setAsked(true)}
      >
        <Trash2 size={16} strokeWidth={1.75} aria-hidden />
        Cancella
      </Button>
      {asked && (
        <LazyConfirmDialog
          tone="danger"
          title="Eliminare la vetrina?"
          confirm="Elimina"
          busy={busy && 'Eliminazione...'}
          error={fault}
          onConfirm={() => void remove()}
          onCancel={() => {
            setAsked(false)
            setFault(null)
          }}
        >
          Testi, immagini, documenti e statistiche vengono eliminati e non si possono recuperare. La pagina pubblica
          sparisce subito.
        </LazyConfirmDialog>
      )}
    </>
  )
}
