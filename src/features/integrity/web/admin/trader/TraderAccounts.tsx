import { heldForAdmins } from '#features/integrity/level-texts.ts'
import { adminAddress } from '#shared/admin-pages.ts'
import * as format from '#shared/format/format.ts'
import { levelLabels } from '#shared/levels.ts'
import { traderAddress } from '#shared/trader-address.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { AccountPanel } from './AccountPanel.tsx'
import { accountName, type FindUser, type TraderIntegrity } from './trader-integrity.ts'

/** Above the cases of one trader: who it is, and whose the accounts are. */
export function TraderAccounts({ data, findUser }: { data: TraderIntegrity; findUser: FindUser }) {
  const { trader, held, level, accounts, released } = data
  return (
    <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-6">
      <div>
        <p className="flex flex-wrap gap-1.5">
          <Badge tone="info">
            {level} {levelLabels[level]}
          </Badge>
          {held !== null && <Badge tone="danger">{heldForAdmins[held]}</Badge>}
          {trader.deactivated_at !== null && <Badge tone="neutral">Disattivato</Badge>}
        </p>
        <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-ui">
          <a href={adminAddress('users', { q: trader.trader_id, open: trader.trader_id })}>Scheda utente</a>
          {trader.has_profile && <a href={traderAddress(trader.username)}>Profilo pubblico</a>}
          <a href={adminAddress('audit', { subject: trader.trader_id })}>Registro</a>
        </p>
      </div>
      {accounts.length === 0 && (
        <p className="text-ui text-ink-2">Nessun terminale ha mai sincronizzato un conto per questo utente.</p>
      )}
      {accounts.map((account) => (
        <AccountPanel key={account.account_id} account={account} owner={trader} findUser={findUser} />
      ))}
      {released.length > 0 && (
        <p className="text-ui">
          {format.counted(released.length, 'conto liberato', 'conti liberati')} per @{trader.username}, non ancora
          {released.length === 1 ? ' collegato' : ' collegati'}:{' '}
          {released.map((one) => `${accountName(one)} (era di @${one.from})`).join('; ')}.
        </p>
      )}
    </div>
  )
}
