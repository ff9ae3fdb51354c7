import { useQuery } from '@tanstack/react-query'
import type { getTraderIntegrity } from '#features/integrity/accounts-contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { q } from '#web/api.ts'
import { live } from '#web/query.ts'
import { useInvalidate } from '#web/hooks/useInvalidate.ts'

const key = 'GET /api/admin/traders/:trader_id/integrity'

export type TraderIntegrity = ResponseOf<typeof getTraderIntegrity>
export type TraderAccount = TraderIntegrity['accounts'][number]
export type TraderMatch = TraderIntegrity['matches'][number]
export type CheckedTrader = TraderIntegrity['trader']

/** Finds the trader to whom an account may be given, by their whole username in lower case. */
export type FindUser = (
  username: string,
) => Promise<Pick<CheckedTrader, 'trader_id' | 'username' | 'display_name'> | undefined>

/** Accounts, matches and claims of a trader. They are read once there is one. */
export function useTraderIntegrity(traderId: string | null) {
  return useQuery({
    ...live(q<typeof getTraderIntegrity>(key, { params: { trader_id: traderId ?? '' } })),
    enabled: traderId !== null,
  })
}

/** Reads again what an action on a trader's accounts may have changed. */
export const useRefresh = () =>
  useInvalidate([key, 'GET /api/admin/integrity', 'GET /api/admin/audit', 'GET /api/admin/users'])

export const serverMissing = 'Indica il server.'

/** `MT5 7001234, Prova-Live`. */
export const accountName = ({ platform, login, server }: Pick<TraderAccount, 'platform' | 'login' | 'server'>) =>
  `${platform} ${login}, ${server}`
