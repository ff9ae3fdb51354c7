import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { getTraderIntegrity } from '#features/integrity/accounts-contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { q } from '#web/api.ts'
import { live } from '#web/query.ts'
import { useInvalidate } from '#web/hooks/useInvalidate.ts'
import { selectionOf } from '../selection.ts'

const key = 'GET /api/admin/traders/:trader_id/integrity'

export type TraderIntegrity = ResponseOf<typeof getTraderIntegrity>
export type TraderAccount = TraderIntegrity['accounts'][number]
export type TraderMatch = TraderIntegrity['matches'][number]
export type CheckedTrader = TraderIntegrity['trader']

/** Finds the trader to whom an account may be given, by their whole username in lower case. */
export type FindUser = (
  username: string,
) => Promise<Pick<CheckedTrader, 'trader_id' | 'username' | 'display_name'> | undefined>

const integrityOf = (traderId: string) => q<typeof getTraderIntegrity>(key, { params: { trader_id: traderId } })

/** Accounts, matches and claims of a trader. They are read once there is one. */
export function useTraderIntegrity(traderId: string | null) {
  return useQuery({ ...live(integrityOf(traderId ?? '')), enabled: traderId !== null })
}

/** The title of a trader's page in two parts, also before the name has come. */
export const traderTitle = (data: TraderIntegrity | undefined): [string, string] => [
  'Verifiche di',
  data?.trader.display_name ?? 'un trader',
]

/** The document's title of a trader's page; undefined for the list of all cases. */
export function casesTitle(search: URLSearchParams, answers: QueryClient): string | undefined {
  const { trader } = selectionOf(search)
  return trader === null ? undefined : traderTitle(answers.getQueryData(integrityOf(trader).queryKey)).join(' ')
}

/** Reads again what an action on a trader's accounts may have changed. */
export const useRefresh = () =>
  useInvalidate([key, 'GET /api/admin/integrity', 'GET /api/admin/audit', 'GET /api/admin/users', 'GET /api/dashboard'])

export const serverMissing = 'Indica il server.'

/** `MT5 7001234, Prova-Live`. */
export const accountName = ({ platform, login, server }: Pick<TraderAccount, 'platform' | 'login' | 'server'>) =>
  `${platform} ${login}, ${server}`
