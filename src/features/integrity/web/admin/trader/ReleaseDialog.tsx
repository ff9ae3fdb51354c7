import { useState } from 'react'
import type { releaseAccount } from '#features/integrity/accounts-contract.ts'
import { send } from '#web/api.ts'
import { shortErrorText } from '#web/error-text.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { useFields } from '#web/ui/forms/useFields.ts'
import { ActionDialog, ReasonField } from './ActionDialog.tsx'
import { accountName, type FindUser, type CheckedTrader, type TraderAccount } from './trader-integrity.ts'
import { reasonError, useAccountAction } from './useAccountAction.ts'

interface ReleaseProps {
  account: TraderAccount
  owner: CheckedTrader
  findUser: FindUser
  onClose: () => void
}

type User = NonNullable<Awaited<ReturnType<FindUser>>>

const notFound = 'Nessun utente ha questo username.'
const searchFailed = 'Non sappiamo chi è: la ricerca non ha risposto. Riprova.'

/** Gives the number to another trader. The first step takes name and reason, the second confirms both names. */
export function ReleaseDialog({ account, owner, findUser, onClose }: ReleaseProps) {
  const [heir, setHeir] = useState<User | null>(null)
  const { values, show, set, fieldOf } = useFields({ username: '', reason: '' })
  const isBound = account.closed_at === null
  const searching = useAction(findUser, {
    onDone: (found) => (found === undefined ? show({ username: notFound }) : setHeir(found)),
  })
  const releasing = useAccountAction(
    ({ trader_id }: User) =>
      send<typeof releaseAccount>('POST /api/admin/accounts/:account_id/release', {
        params: { account_id: account.account_id },
        body: { trader_id, reason: values.reason.trim() },
      }),
    { show, refusedAt: { USER_NOT_FOUND: 'username', CONFLICT: 'username' }, onDone: onClose },
  )

  async function submit() {
    if (heir === null) return search()
    searching.clear()
    // A refusal is corrected in the first step, where the fields are.
    if (!(await releasing.run(heir))) setHeir(null)
  }

  function search() {
    const name = values.username.trim().replace(/^@/, '').toLowerCase()
    const wrong = { ...(name === '' && { username: 'Scrivi lo username.' }), ...reasonError(values.reason) }
    releasing.clear()
    searching.clear()
    if (!show(wrong)) void searching.run(name)
  }

  return (
    <ActionDialog
      tone="danger"
      title={heir === null ? 'Liberare il conto per un altro utente?' : `Dare il conto a @${heir.username}?`}
      text={heir === null ? <WhatFollows account={account} owner={owner} /> : <Last {...{ account, owner, heir }} />}
      error={searching.error ?? releasing.error}
      textOf={(error) => (error === searching.error ? searchFailed : shortErrorText(error))}
      busy={searching.isBusy ? 'Ricerca...' : releasing.isBusy && 'Attendi...'}
      confirm={heir === null ? 'Continua' : isBound ? 'Chiudi e libera il conto' : 'Libera il conto'}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {heir === null && (
        <>
          <div>
            <TextField
              label="Username del nuovo titolare"
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              maxLength={64}
              {...fieldOf('username')}
            />
            {account.claimants.length > 0 && (
              <p className="mt-2 flex flex-wrap gap-2">
                {account.claimants.map(({ username }) => (
                  <Button key={username} size="sm" onClick={() => set('username', username)}>
                    @{username}
                  </Button>
                ))}
              </p>
            )}
          </div>
          <ReasonField {...fieldOf('reason')} />
        </>
      )}
    </ActionDialog>
  )
}

function WhatFollows({ account, owner }: Pick<ReleaseProps, 'account' | 'owner'>) {
  return (
    <>
      {accountName(account)}.{' '}
      {account.closed_at === null
        ? `Il conto viene chiuso per @${owner.username}: il suo token EA non vale più e le cifre finali restano sul suo profilo.`
        : `Il conto resta chiuso sul profilo di @${owner.username}, con le sue cifre finali.`}{' '}
      Solo il nuovo titolare potrà collegare questo numero, e riparte da zero. Non si può annullare.
    </>
  )
}

function Last({ account, owner, heir }: { account: TraderAccount; owner: CheckedTrader; heir: User }) {
  return (
    <>
      {accountName(account)} passa da @{owner.username} a{' '}
      <b>
        {heir.display_name} (@{heir.username})
      </b>
      . {account.closed_at === null && 'Il conto collegato si chiude subito. '}@{owner.username} non potrà ricollegarlo.
    </>
  )
}
