import type { confirmUserEmail, deactivateUser, restoreUser } from '#features/admin/contract.ts'
import type { cancelAllSubscriptions } from '#features/subscriptions/contract.ts'
import * as format from '#shared/format/format.ts'
import { send } from '#web/api.ts'
import { sendIdempotent } from '#web/send-idempotent.ts'
import { toast } from '#web/toasts.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { ConfirmDialog, type ConfirmTone } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { useDoubleClickGuard } from '#web/ui/dialogs/useDoubleClickGuard.ts'
import { adminErrorText } from '#web/error-text.ts'
import { useRefresh } from '../useRefresh.ts'
import type { ListedUser } from './users.ts'

type Confirmed = 'cancel' | 'confirm_email' | 'deactivate' | 'restore'

interface Texts {
  tone: ConfirmTone
  title: (username: string) => string
  text: string
  confirm: string
  dismiss?: string
  busy: string
}

const texts: Record<Confirmed, Texts> = {
  cancel: {
    tone: 'danger',
    title: (username) => `Annullare tutti gli abbonamenti di @${username}?`,
    text: 'Ogni piano in corso termina subito, con il tempo ancora da usare. I pagamenti restano registrati e non vengono rimborsati.',
    confirm: 'Annulla tutti',
    dismiss: 'Lascia attivi',
    busy: 'Annullamento...',
  },
  confirm_email: {
    tone: 'info',
    title: (username) => `Confermare l’email di @${username}?`,
    text: 'Fallo solo se sai da altre fonti che l’indirizzo è suo: profilo, vetrina e posto in classifica diventano pubblici.',
    confirm: 'Conferma',
    busy: 'Conferma in corso...',
  },
  deactivate: {
    tone: 'danger',
    title: (username) => `Disattivare @${username}?`,
    text: 'Esce da ogni dispositivo, il token EA non vale più e il trader sparisce dalla classifica. I dati restano: puoi riattivarlo quando vuoi.',
    confirm: 'Disattiva',
    busy: 'Disattivazione...',
  },
  restore: {
    tone: 'info',
    title: (username) => `Riattivare @${username}?`,
    text: 'Può accedere di nuovo. Il token EA va generato da capo.',
    confirm: 'Riattiva',
    busy: 'Riattivazione...',
  },
}

interface ConfirmedActionProps {
  action: Confirmed
  user: ListedUser
  onClose: () => void
}

/** An action after one confirmation. Each may be sent again, and takes effect once. */
export function ConfirmedAction({ action, user, onClose }: ConfirmedActionProps) {
  const refresh = useRefresh()
  const isReady = useDoubleClickGuard()
  const { run, isBusy, error } = useAction(() => actions[action](user), {
    async onDone(message) {
      toast(message, 'ok')
      await refresh()
      onClose()
    },
  })

  const { tone, title, text, confirm, dismiss, busy } = texts[action]
  return (
    <ConfirmDialog
      tone={tone}
      title={title(user.username)}
      confirm={confirm}
      {...(dismiss !== undefined && { dismiss })}
      busy={isBusy && busy}
      error={error && adminErrorText(error)}
      onConfirm={() => isReady() && void run()}
      onCancel={onClose}
    >
      {text}
    </ConfirmDialog>
  )
}

const actions: Record<Confirmed, (user: ListedUser) => Promise<string>> = {
  async cancel({ trader_id, username, leaderboard_expires: end }) {
    const { cancelled } = await sendIdempotent(`cancel-all ${trader_id} ${end}`, (headers) =>
      send<typeof cancelAllSubscriptions>('POST /api/admin/cancel-all-subscriptions', { body: { trader_id } }, headers),
    )
    return cancelled === 0
      ? `@${username} non aveva abbonamenti in corso.`
      : `@${username}: ${format.counted(cancelled, 'abbonamento annullato', 'abbonamenti annullati')}.`
  },
  async confirm_email({ trader_id, username }) {
    await send<typeof confirmUserEmail>('POST /api/admin/users/:trader_id/confirm-email', { params: { trader_id } })
    return `L’email di @${username} è confermata.`
  },
  async deactivate({ trader_id, username }) {
    await send<typeof deactivateUser>('DELETE /api/admin/users/:trader_id', { params: { trader_id } })
    return `@${username} è disattivato.`
  },
  async restore({ trader_id, username }) {
    await send<typeof restoreUser>('POST /api/admin/users/:trader_id/restore', { params: { trader_id } })
    return `@${username} è riattivato.`
  },
}
