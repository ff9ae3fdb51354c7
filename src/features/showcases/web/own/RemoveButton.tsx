import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { deleteShowcase } from '#features/showcases/contract.ts'
import { deletionFailed, showcaseDeleted } from '#features/showcases/texts.ts'
import { send, type ApiError } from '#web/api.ts'
import { navigate } from '#web/router.ts'
import { toast } from '#web/toasts.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { Button } from '#web/ui/Button.tsx'
import { LazyConfirmDialog } from '#web/ui/dialogs/LazyConfirmDialog.tsx'

interface RemoveButtonProps {
  showcaseId: string
  size?: 'md' | 'lg'
  onRemoved: () => void
}

export function RemoveButton({ showcaseId, size = 'md', onRemoved }: RemoveButtonProps) {
  const client = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const { run, isBusy, error, clear } = useAction(
    () => send<typeof deleteShowcase>('DELETE /api/showcases/:showcase_id', { params: { showcase_id: showcaseId } }),
    {
      onDone() {
        setConfirming(false)
        toast(showcaseDeleted, 'ok')
        client.removeQueries({ queryKey: ['GET /api/my-showcase/analytics'] })
        navigate('/?view=my-showcase')
        onRemoved()
      },
      onError: (failure) => toast(`❌ ${textOf(failure)}`, 'danger'),
    },
  )

  return (
    <>
      <Button
        variant="danger-line"
        size={size}
        onPointerEnter={LazyConfirmDialog.preload}
        onFocus={LazyConfirmDialog.preload}
        onClick={() => setConfirming(true)}
      >
        <Trash2 size={16} strokeWidth={1.75} aria-hidden />
        Cancella
      </Button>
      {isConfirming && (
        <LazyConfirmDialog
          tone="danger"
          title="Eliminare la vetrina?"
          confirm="Elimina"
          busy={isBusy && 'Eliminazione...'}
          error={error && textOf(error)}
          onConfirm={() => void run()}
          onCancel={() => {
            setConfirming(false)
            clear()
          }}
        >
          Testi, immagini, documenti e statistiche vengono eliminati e non si possono recuperare. La pagina pubblica
          sparisce subito.
        </LazyConfirmDialog>
      )}
    </>
  )
}

const textOf = ({ status, message, body }: ApiError) =>
  `${deletionFailed} ${body?.detail ?? (status === 0 ? message : 'Errore sconosciuto')}`
