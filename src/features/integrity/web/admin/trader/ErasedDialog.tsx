import type { releaseErasedAccount } from '#features/integrity/accounts-contract.ts'
import type { RequestOf } from '#shared/endpoint.ts'
import { invalidAccountNumber } from '#shared/field-texts.ts'
import { send } from '#web/api.ts'
import { SelectField, TextField } from '#web/ui/forms/Field.tsx'
import { useFields } from '#web/ui/forms/useFields.ts'
import { ActionDialog, ReasonField } from './ActionDialog.tsx'
import { serverMissing, type CheckedTrader } from './trader-integrity.ts'
import { reasonError, useAccountAction } from './useAccountAction.ts'

/** The admin types the number: an erased profile leaves only its fingerprint. */
export function ErasedDialog({ trader, onClose }: { trader: CheckedTrader; onClose: () => void }) {
  const { values, show, fieldOf } = useFields({ platform: '', server: '', login: '', reason: '' })
  const releasing = useAccountAction(
    (body: RequestOf<typeof releaseErasedAccount>['body']) =>
      send<typeof releaseErasedAccount>('POST /api/admin/accounts/release-erased', { body }),
    { show, refusedAt: { NOT_FOUND: 'login' }, onDone: onClose },
  )

  function submit() {
    const { platform, server, login, reason } = values
    const wrong = {
      ...(platform === '' && { platform: 'Indica MT4 o MT5.' }),
      ...(server.trim() === '' && { server: serverMissing }),
      ...(!/^\d{1,20}$/.test(login.trim()) && { login: invalidAccountNumber }),
      ...reasonError(reason),
    }
    if (show(wrong)) return
    void releasing.run({
      platform: platform === 'MT4' ? 'MT4' : 'MT5',
      server: server.trim(),
      login: login.trim(),
      trader_id: trader.trader_id,
      reason: reason.trim(),
    })
  }

  return (
    <ActionDialog
      tone="warning"
      title={`Dare a @${trader.username} il conto di un account eliminato?`}
      text={
        <>
          Il numero di un conto che era di un account eliminato non si può più collegare. Da qui lo può collegare solo @
          {trader.username}, da zero: dello storico di prima non c’è più nulla.
        </>
      }
      error={releasing.error}
      busy={releasing.isBusy && 'Attendi...'}
      confirm="Libera il conto"
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField label="Piattaforma" {...fieldOf('platform')}>
        <option value="">Scegli</option>
        <option value="MT4">MT4</option>
        <option value="MT5">MT5</option>
      </SelectField>
      <TextField label="Server" autoComplete="off" spellCheck={false} maxLength={128} {...fieldOf('server')} />
      <TextField label="Numero del conto" inputMode="numeric" autoComplete="off" maxLength={20} {...fieldOf('login')} />
      <ReasonField {...fieldOf('reason')} />
    </ActionDialog>
  )
}
