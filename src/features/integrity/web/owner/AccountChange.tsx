import { useQuery } from '@tanstack/react-query'
import type { getOwnIntegrity } from '#features/integrity/contract.ts'
import { q } from '#web/api.ts'
import { live } from '#web/query.ts'
import { QueryError } from '#web/ui/QueryError.tsx'
import { ChangeAccountCard } from './ChangeAccountCard.tsx'

/** The change of the trading account, for the page where the owner looks after theirs. Nothing where there is nothing to change. */
export function AccountChange() {
  const {
    data: own,
    error,
    refetch,
    isFetching,
  } = useQuery(live(q<typeof getOwnIntegrity>('GET /api/account/integrity', {})))
  if (own === undefined) {
    if (error === null) return <span className="skeleton h-[180px]" aria-busy="true" />
    return (
      <QueryError
        lead="Cambio di conto non disponibile."
        error={error}
        isFetching={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  return own.account !== null || own.closed_accounts.length > 0 ? <ChangeAccountCard own={own} /> : null
}
