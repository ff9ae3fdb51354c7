import type { ResponseOf } from '#shared/endpoint.ts'
import * as format from '#shared/format/format.ts'
import { ledgerAddress } from '#shared/trader-address.ts'
import type { getTrader } from '../../contract.ts'
import type { LedgerName } from './useChain.ts'

type Trader = ResponseOf<typeof getTrader>

/** The label of a link to one of a trader's ledgers: `MT4, chiuso il 01/10/2026`. */
export interface NamedLedger extends LedgerName {
  label: string
  href: string
}

/** The ledger of the account that the profile shows, then those of the accounts closed before, newest first. */
export function ledgersOf(username: string, trader: Trader | undefined): [NamedLedger, ...NamedLedger[]] {
  const closed = (trader?.closed_accounts ?? []).map(({ account_id: account, platform, closed_at: at }) => ({
    username,
    account,
    label: `${platform}, chiuso il ${format.date(at)}`,
    href: ledgerAddress(username, account),
  }))
  const shown = { username, account: null, label: 'Conto di oggi', href: ledgerAddress(username) }
  // Until another account syncs, the profile shows the last one that was closed.
  const [newest, ...older] = closed
  if (newest !== undefined && trader?.not_ranked_reasons.includes('account_closed')) {
    return [{ ...shown, label: newest.label }, ...older]
  }
  return [shown, ...closed]
}
