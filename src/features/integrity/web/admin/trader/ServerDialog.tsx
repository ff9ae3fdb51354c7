import type { moveAccountServer } from '#features/integrity/accounts-contract.ts'
import { send } from '#web/api.ts'
import { TextField } from '#web/ui/forms/Field.tsx'
import { ActDialog, ReasonField } from './ActDialog.tsx'
import { accountName, type JudgedAccount } from './trader-integrity.ts'
import { reasonFault, useAct } from './useAct.ts'

/** A broker gave its server another name. */
export function ServerDialog({ account, onClose }: { account: JudgedAccount; onClose: () => void }) {
  const act = useAct({
    start: { server: '', reason: '' },
    refusedAt: { CONFLICT: 'server' },
    onDone: onClose,
  })
  const { values } = act

  function submit() {
    const server = values.server.trim()
    const wrong = {
      ...(server === '' && { server: 'Indica il server.' }),
      ...(server === account.server && { server: 'È il nome che ha già.' }),
      ...reasonFault(values.reason),
    }
    void act.run(wrong, async () => {
      const { message } = await send<typeof moveAccountServer>('POST /api/admin/accounts/:account_id/server', {
        params: { account_id: account.account_id },
        body: { server, reason: values.reason.trim() },
      })
      return message
    })
  }

  return (
    <ActDialog
      tone="warning"
      title="Cambiare il nome del server?"
      text={
        <>
          {accountName(account)}. Serve quando il broker rinomina il suo server: il conto resta collegato, con tutta la
          sua storia, e l’EA che invia con il nome nuovo viene accettato. Con il nome vecchio viene rifiutato.
        </>
      }
      form={act.form}
      refusal={act.refusal}
      busy={act.isBusy && 'Attendi...'}
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
        {...act.wiring('server')}
      />
      <ReasonField {...act.wiring('reason')} />
    </ActDialog>
  )
}
