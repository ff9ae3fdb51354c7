import { useState } from 'react'
import type { releaseAccount } from '#features/integrity/accounts-contract.ts'
import { send } from '#web/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { ActDialog, ReasonField } from './ActDialog.tsx'
import { accountName, type FindUser, type Judged, type JudgedAccount } from './trader-integrity.ts'
import { reasonFault, useAct } from './useAct.ts'

interface ReleaseProps {
  account: JudgedAccount
  owner: Judged
  findUser: FindUser
  onClose: () => void
}

type User = NonNullable<Awaited<ReturnType<FindUser>>>

const nobody = 'Nessun utente ha questo username.'

/** Gives the number to another trader: first to whom and why, then the question with both names. */
export function ReleaseDialog({ account, owner, findUser, onClose }: ReleaseProps) {
  const [heir, setHeir] = useState<User | null>(null)
  const act = useAct({
    start: { username: '', reason: '' },
    refusedAt: { USER_NOT_FOUND: 'username', CONFLICT: 'username' },
    onDone: onClose,
  })
  const { values, change } = act
  const isBound = account.closed_at === null

  async function submit() {
    if (heir === null) return find()
    const isDone = await act.run({}, async () => {
      const { message } = await send<typeof releaseAccount>('POST /api/admin/accounts/:account_id/release', {
        params: { account_id: account.account_id },
        body: { trader_id: heir.trader_id, reason: values.reason.trim() },
      })
      return message
    })
    // What was refused is put right where it was typed.
    if (!isDone) setHeir(null)
  }

  const [isSeeking, setSeeking] = useState(false)
  async function find() {
    const name = values.username.trim().replace(/^@/, '').toLowerCase()
    const wrong = { ...(name === '' && { username: 'Scrivi lo username.' }), ...reasonFault(values.reason) }
    act.setRefusal(null)
    act.setFaults(wrong)
    if (Object.keys(wrong).length > 0 || isSeeking) return
    setSeeking(true)
    try {
      const found = await findUser(name)
      if (found === undefined) act.setFaults({ username: nobody })
      else setHeir(found)
    } catch {
      act.setRefusal('Non sappiamo chi è: la ricerca non ha risposto. Riprova.')
    } finally {
      setSeeking(false)
    }
  }

  return (
    <ActDialog
      tone="danger"
      title={heir === null ? 'Liberare il conto per un altro utente?' : `Dare il conto a @${heir.username}?`}
      text={heir === null ? <WhatFollows account={account} owner={owner} /> : <Last {...{ account, owner, heir }} />}
      form={act.form}
      refusal={act.refusal}
      busy={isSeeking ? 'Ricerca...' : act.isBusy && 'Attendi...'}
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
              {...act.wiring('username')}
            />
            {account.claimants.length > 0 && (
              <p className="mt-2 flex flex-wrap gap-2">
                {account.claimants.map(({ username }) => (
                  <Button key={username} size="sm" onClick={() => change('username', username)}>
                    @{username}
                  </Button>
                ))}
              </p>
            )}
          </div>
          <ReasonField {...act.wiring('reason')} />
        </>
      )}
    </ActDialog>
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

function Last({ account, owner, heir }: { account: JudgedAccount; owner: Judged; heir: User }) {
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
