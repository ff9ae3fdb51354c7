import { useQuery } from '@tanstack/react-query'
import { live } from '#web/query.ts'
import { QueryError } from '#web/ui/QueryError.tsx'
import { ChangeAccountCard } from './ChangeAccountCard.tsx'
import { ownIntegrity } from './own-integrity.ts'

/** The change of the trading account, for the page where the owner looks after theirs. Nothing where there is nothing to change. */
export function AccountChange() {
  const { data: own, error, refetch, isFetching } = useQuery(live(ownIntegrity()))
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
