import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { daysLostText, showcaseLostText } from '#features/account/rules.ts'
import type { eraseUser, getUser } from '#features/admin/users-contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import * as format from '#shared/format/format.ts'
import { q, readError, send } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { ActionError } from '#web/ui/ActionError.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { keepPlace } from '#web/ui/keep-place.ts'
import { DialogFrame } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { DialogForm } from '#web/ui/dialogs/DialogForm.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { useFields } from '#web/ui/forms/useFields.ts'
import { adminErrorText, deletionErrorText } from '#web/error-text.ts'
import { useRefresh } from '../useRefresh.ts'
import { hasPlan, planOf, type ListedUser } from './users.ts'

interface EraseDialogProps {
  user: ListedUser
  onClose: () => void
}

/** States the permanent loss in figures, and requires the username. */
export function EraseDialog({ user, onClose }: EraseDialogProps) {
  const { trader_id, username } = user
  const refresh = useRefresh()
  const { data, error, refetch } = useQuery({
    ...q<typeof getUser>('GET /api/admin/users/:trader_id', { params: { trader_id } }),
    refetchOnWindowFocus: false,
  })
  const { values, show, fieldOf } = useFields({ username: '' })
  const safe = useRef<HTMLButtonElement>(null)
  /** The answer to an earlier attempt was lost. */
  const wasLost = useRef(false)
  const erasing = useAction(attempt, {
    async onDone(message) {
      toast(message, 'ok')
      await refresh()
      onClose()
    },
    onError({ status }) {
      wasLost.current ||= status === 0 || status >= 500
    },
  })
  const { isBusy } = erasing

  function erase() {
    if (data === undefined) return
    erasing.clear()
    const isNamed = values.username.trim().replace(/^@/, '').toLowerCase() === username.toLowerCase()
    if (!show(isNamed ? {} : { username: `Scrivi ${username} per confermare.` })) void erasing.run()
  }

  async function attempt(): Promise<string> {
    try {
      const gone = await send<typeof eraseUser>('DELETE /api/admin/users/delete-completely/:trader_id', {
        params: { trader_id },
      })
      return gone.finished
        ? `@${gone.username} eliminato: ${format.counted(gone.total_records_deleted, 'riga eliminata', 'righe eliminate')} da ${format.counted(gone.deletion_summary.length, 'tabella', 'tabelle')}.`
        : `L’account di @${gone.username} è chiuso: i dati vengono eliminati entro pochi minuti.`
    } catch (failure) {
      // An earlier attempt erased the user, and its answer was lost.
      if (wasLost.current && readError(failure).status === 404) return `@${username} eliminato.`
      throw failure
    }
  }

  return (
    <DialogFrame
      tone="danger"
      title={`Eliminare @${username} per sempre?`}
      text={
        data === undefined ? (
          error === null && <output className="skeleton block h-24">Caricamento...</output>
        ) : (
          <Consequences user={user} loss={data.loss} />
        )
      }
      isBusy={isBusy}
      initialFocus={safe}
      onCancel={onClose}
    >
      <DialogForm
        confirm={data === undefined ? null : 'Elimina per sempre'}
        variant="danger"
        busy={isBusy && 'Eliminazione...'}
        safe={safe}
        onSubmit={erase}
        onCancel={onClose}
      >
        {error !== null && (
          <Alert
            tone="danger"
            lead={adminErrorText(error)}
            live
            action={
              <Button ref={keepPlace} size="sm" onClick={() => void refetch()}>
                Riprova
              </Button>
            }
          >
            Senza sapere che cosa si perde non si elimina nessuno.
          </Alert>
        )}
        <ActionError error={erasing.error} textOf={deletionErrorText} />
        {data !== undefined && (
          <TextField
            label="Conferma con lo username"
            help={`Scrivi ${username}`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={100}
            {...fieldOf('username')}
          />
        )}
      </DialogForm>
    </DialogFrame>
  )
}

interface ConsequencesProps {
  user: ListedUser
  loss: ResponseOf<typeof getUser>['loss']
}

function Consequences({
  user,
  loss: { trades, ranked_days: days, open_orders: orders, has_showcase },
}: ConsequencesProps) {
  const { name, expires } = planOf(user)
  const lost = [
    ...(trades === 0 ? [] : [format.counted(trades, 'operazione', 'operazioni')]),
    ...(days === 0 ? [] : [daysLostText(days)]),
    ...(hasPlan(user) ? [`il piano ${name}, fino al ${format.date(expires)}`] : []),
    ...(has_showcase ? [showcaseLostText] : []),
    'profilo, foto, link, conti collegati, token EA e accesso',
  ]
  return (
    <div className="grid gap-2.5">
      <div>
        <b className="text-ink">
          {user.display_name} ({user.email}) perde:
        </b>
        <ul className="mt-1 list-disc pl-5">
          {lost.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      </div>
      {orders > 0 && (
        <p>
          <b className="text-ink">{format.counted(orders, 'ordine aperto', 'ordini aperti')}:</b> il denaro che arriva
          dopo non attiva nessun piano.
        </p>
      )}
      <p>Restano i pagamenti, senza la persona. Non si torna indietro: per sospendere basta disattivare.</p>
    </div>
  )
}
