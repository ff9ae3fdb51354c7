import { Hash } from 'lucide-react'
import { useState } from 'react'
import type { numberUsers } from '#features/admin/users-contract.ts'
import * as format from '#shared/format.ts'
import { send } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { adminErrorText } from '#web/error-text.ts'
import { useRefresh } from '../useRefresh.ts'

/** Numbers the users that have no number yet. */
export function NumberButton() {
  const refresh = useRefresh()
  const [isBusy, setBusy] = useState(false)
  async function number() {
    setBusy(true)
    try {
      const { migrated } = await send<typeof numberUsers>('POST /api/admin/users/migrate-sequential-ids', {})
      toast(
        migrated === 0
          ? 'Tutti gli utenti avevano già un numero.'
          : `${format.counted(migrated, 'utente numerato', 'utenti numerati')}.`,
        'ok',
      )
      await refresh()
    } catch (error) {
      toast(adminErrorText(error), 'danger')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="sm" busy={isBusy && 'Attendi...'} onClick={() => void number()}>
      <Hash size={15} strokeWidth={1.75} aria-hidden />
      Assegna i numeri mancanti
    </Button>
  )
}
