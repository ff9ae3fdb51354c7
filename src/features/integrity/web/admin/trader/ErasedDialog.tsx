import type { releaseErasedAccount } from '#features/integrity/accounts-contract.ts'
import { send } from '#web/api.ts'
import { SelectField, TextField } from '#web/ui/forms/Field.tsx'
import { ActDialog, ReasonField } from './ActDialog.tsx'
import type { Judged } from './trader-integrity.ts'
import { reasonFault, useAct } from './useAct.ts'

/** Of an erased profile's account nothing is left but a fingerprint of its number: the number itself must be typed. */
export function ErasedDialog({ trader, onClose }: { trader: Judged; onClose: () => void }) {
  const act = useAct({
    start: { platform: '', server: '', login: '', reason: '' },
    refusedAt: { NOT_FOUND: 'login' },
    onDone: onClose,
  })
  const { values } = act

  function submit() {
    const { platform, server, login, reason } = values
    const wrong = {
      ...(platform === '' && { platform: 'Indica MT4 o MT5.' }),
      ...(server.trim() === '' && { server: 'Indica il server.' }),
      ...(!/^\d{1,20}$/.test(login.trim()) && { login: 'Solo cifre, al massimo 20.' }),
      ...reasonFault(reason),
    }
    void act.run(wrong, async () => {
      const { message } = await send<typeof releaseErasedAccount>('POST /api/admin/accounts/release-erased', {
        body: {
          platform: platform === 'MT4' ? 'MT4' : 'MT5',
          server: server.trim(),
          login: login.trim(),
          trader_id: trader.trader_id,
          reason: reason.trim(),
        },
      })
      return message
    })
  }

  return (
    <ActDialog
      tone="warning"
      title={`Dare a @${trader.username} il conto di un profilo eliminato?`}
      text={
        <>
          Il numero di un conto che era di un profilo eliminato non si può più collegare. Da qui lo può collegare solo @
          {trader.username}, da zero: della storia di prima non c’è più nulla.
        </>
      }
      form={act.form}
      refusal={act.refusal}
      busy={act.isBusy && 'Attendi...'}
      confirm="Libera il conto"
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField label="Piattaforma" {...act.wiring('platform')}>
        <option value="">Scegli</option>
        <option value="MT4">MT4</option>
        <option value="MT5">MT5</option>
      </SelectField>
      <TextField label="Server" autoComplete="off" spellCheck={false} maxLength={128} {...act.wiring('server')} />
      <TextField
        label="Numero del conto"
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        {...act.wiring('login')}
      />
      <ReasonField {...act.wiring('reason')} />
    </ActDialog>
  )
}
