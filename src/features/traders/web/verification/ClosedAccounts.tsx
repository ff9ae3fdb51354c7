import { ledgerTitle } from '#features/integrity/level-texts.ts'
import * as format from '#shared/format/format.ts'
import { levelLabels } from '#shared/levels.ts'
import { ledgerAddress } from '#shared/trader-address.ts'
import { Ledger } from './Ledger.tsx'
import type { Trader } from '../types.ts'

type Closed = Trader['closed_accounts'][number]

/** Accounts that the trader closed: their final figures stay public. */
export function ClosedAccounts({ username, accounts }: { username: string; accounts: readonly Closed[] }) {
  if (accounts.length === 0) return null
  return (
    <section className="mt-4 text-ui">
      <h3 className="!font-sans !text-ui !font-semibold !tracking-normal">Conti chiusi</h3>
      <p className="mt-1 text-label text-ink-3">
        Il trader li ha sostituiti con quello di oggi. Le cifre sono quelle dell’ultimo giorno.
      </p>
      {accounts.map((account) => (
        <details key={account.closed_at} className="mt-2 rounded-md border border-line px-3.5 py-2">
          <summary className="min-h-6">
            {account.platform}, dal {format.date(account.opened_at)} al {format.date(account.closed_at)}:{' '}
            <b className="figures">{format.resultPercent(account.figures.roi_total)}</b>
          </summary>
          <Ledger rows={rowsOf(account)} />
          <p className="py-1.5">
            <a href={ledgerAddress(username, account.account_id)}>{ledgerTitle}</a>
          </p>
        </details>
      ))}
    </section>
  )
}

function rowsOf({ figures }: Closed) {
  const { account_balance: balance, account_currency: currency, rank } = figures
  return [
    { term: 'ROI totale', value: format.resultPercent(figures.roi_total) },
    { term: 'ROI, ultimi 90 giorni', value: format.resultPercent(figures.roi_90) },
    { term: 'Drawdown Max', value: format.drawdownPercent(figures.drawdown_max) },
    { term: 'Win rate', value: format.sharePercent(figures.win_rate) },
    { term: 'Operazioni', value: format.count(figures.total_trades) },
    { term: 'Storico', value: format.days(figures.days_count) },
    { term: 'Balance', value: balance === null ? null : format.amount(balance, currency) },
    { term: 'Ultima posizione', value: rank === null ? 'Fuori classifica' : `${format.count(rank)}ª` },
    { term: 'Verifiche ancora aperte', value: figures.open_cases === 0 ? null : format.count(figures.open_cases) },
    { term: 'Livello', value: levelLabels[figures.verification_level] },
  ]
}
