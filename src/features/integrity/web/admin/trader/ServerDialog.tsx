import type { moveAccountServer } from '#features/integrity/accounts-contract.ts'
import type { RequestOf } from '#shared/endpoint.ts'
import { send } from '#web/api.ts'
import { TextField } from '#web/ui/forms/Field.tsx'
import { useFields } from '#web/ui/forms/useFields.ts'
import { ActionDialog, ReasonField } from './ActionDialog.tsx'
import { accountName, serverMissing, type TraderAccount } from './trader-integrity.ts'
import { reasonError, useAccountAction } from './useAccountAction.ts'

/** A broker gave its server another name. */
export function ServerDialog({ account, onClose }: { account: TraderAccount; onClose: () => void }) {
  const { values, show, fieldOf } = useFields({ server: '', reason: '' })
  const moving = useAccountAction(
    (body: RequestOf<typeof moveAccountServer>['body']) =>
      send<typeof moveAccountServer>('POST /api/admin/accounts/:account_id/server', {
        params: { account_id: account.account_id },
        body,
      }),
    { show, refusedAt: { CONFLICT: 'server' }, onDone: onClose },
  )

  function submit() {
    const server = values.server.trim()
    const wrong = {
      ...(server === '' && { server: serverMissing }),
      ...(server === account.server && { server: 'È il nome che ha già.' }),
      ...reasonError(values.reason),
    }
    if (!show(wrong)) void moving.run({ server, reason: values.reason.trim() })
  }

  return (
    <ActionDialog
      tone="warning"
      title="Cambiare il nome del server?"
      text={
        <>
          {accountName(account)}. Serve quando il broker rinomina il suo server: il conto resta collegato, con tutto il
          suo storico, e l’EA che invia con il nome nuovo viene accettato. Con il nome vecchio viene rifiutato.
        </>
      }
      error={moving.error}
      busy={moving.isBusy && 'Attendi...'}
      confirm="Cambia server"
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Nome nuovo del server"
        help={`Ora: ${account.server}. Copialo da MetaTrader, lettera per lettera.`}
        autoComplete="off"
        spellCheck={false}
        maxLength={128}
        {...fieldOf('server')}
      />
      <ReasonField {...fieldOf('reason')} />
    </ActionDialog>
  )
}
