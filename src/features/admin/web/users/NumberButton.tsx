import { Hash } from 'lucide-react'
import type { numberUsers } from '#features/admin/users-contract.ts'
import * as format from '#shared/format/format.ts'
import { send } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { Button } from '#web/ui/Button.tsx'
import { toastAdminError } from '#web/error-text.ts'
import { useRefresh } from '../useRefresh.ts'

/** Numbers the users that have no number yet. */
export function NumberButton() {
  const refresh = useRefresh()
  const { run, isBusy } = useAction(
    () => send<typeof numberUsers>('POST /api/admin/users/migrate-sequential-ids', {}),
    {
      onDone({ migrated }) {
        toast(
          migrated === 0
            ? 'Tutti gli utenti avevano già un numero.'
            : `${format.counted(migrated, 'utente numerato', 'utenti numerati')}.`,
          'ok',
        )
        return refresh()
      },
      onError: toastAdminError,
    },
  )
  return (
    <Button size="sm" busy={isBusy && 'Attendi...'} onClick={() => void run()}>
      <Hash size={15} strokeWidth={1.75} aria-hidden />
      Assegna i numeri utente mancanti
    </Button>
  )
}
