import { useState, type ReactNode } from 'react'
import { lastSyncLabel } from '#features/ea/connection.ts'
import { ledgerTitle } from '#features/integrity/level-texts.ts'
import { adminAddress } from '#shared/admin-pages.ts'
import * as format from '#shared/format/format.ts'
import { levelLabels } from '#shared/levels.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { ReleaseDialog, ServerDialog } from './account-dialogs.ts'
import { accountName, type FindUser, type CheckedTrader, type TraderAccount } from './trader-integrity.ts'

const modes: Record<TraderAccount['trade_mode'], string> = { real: 'Reale', demo: 'Demo', contest: 'Gara' }

interface AccountProps {
  account: TraderAccount
  owner: CheckedTrader
  findUser: FindUser
}

/** One account of a trader, bound or closed, with what only a person may do to it. */
export function AccountPanel({ account, owner, findUser }: AccountProps) {
  const [dialog, setDialog] = useState<'release' | 'server' | null>(null)
  const isBound = account.closed_at === null
  const close = () => setDialog(null)
  return (
    <Panel
      title={accountName(account)}
      end={<Badge tone={isBound ? 'ok' : 'neutral'}>{isBound ? 'Collegato' : 'Chiuso'}</Badge>}
    >
      <dl className="grid grid-cols-2 gap-x-8 text-ui max-[820px]:grid-cols-1">
        {factsOf(account).map(([term, value]) => (
          <div key={term} className="flex justify-between gap-4 border-b border-line py-2">
            <dt className="text-ink-3">{term}</dt>
            <dd className="text-right font-medium [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      {account.claimants.length > 0 && (
        <div className="mt-4 text-ui">
          <h3 className="text-ui [font-family:inherit] font-semibold">Chi altro lo chiede</h3>
          <ul className="mt-1 grid gap-1">
            {account.claimants.map(({ username, code_seen_at: observed }) => (
              <li key={username}>
                <a href={adminAddress('users', { q: username })}>@{username}</a>:{' '}
                {observed === null
                  ? 'non ha ancora mostrato il suo codice.'
                  : `ha mostrato il suo codice il ${format.dateTime(observed)}: è un indizio, non una prova.`}
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="mt-4 flex flex-wrap gap-2">
        <Button size="sm" onClick={() => setDialog('release')}>
          Libera per un altro utente
        </Button>
        {isBound && (
          <Button size="sm" onClick={() => setDialog('server')}>
            Cambia nome del server
          </Button>
        )}
      </p>
      {dialog === 'release' && <ReleaseDialog account={account} owner={owner} findUser={findUser} onClose={close} />}
      {dialog === 'server' && <ServerDialog account={account} onClose={close} />}
    </Panel>
  )
}

function factsOf(account: TraderAccount): (readonly [string, ReactNode])[] {
  const { closed_at: closed, released_to: heir, proven_at: proven, can_trade: canTrade } = account
  return [
    ['Livello', levelLabels[account.level]],
    ['Tipo', `${modes[account.trade_mode]}, ${account.currency}`],
    ['Collegato', format.dateTime(account.bound_at)],
    closed === null ? [lastSyncLabel, format.dateTime(account.last_receipt_at)] : ['Chiuso', format.dateTime(closed)],
    ['Storico completo', account.is_synced ? 'Sì' : 'Non ancora'],
    ['Titolarità', proven === null ? 'Non provata' : `Provata il ${format.date(proven)}`],
    ['Il terminale può operare', canTrade === null ? 'Non l’ha mai detto' : canTrade ? 'Sì' : 'No'],
    [ledgerTitle, format.counted(account.ledger_length, 'voce', 'voci')],
    ['Verifiche in attesa', format.count(account.waiting_cases)],
    ...(heir === null
      ? []
      : [
          [
            'Può collegarlo solo',
            <a key="heir" href={adminAddress('users', { q: heir })}>
              @{heir}
            </a>,
          ] as const,
        ]),
  ]
}
