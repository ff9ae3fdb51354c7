import { useQuery } from '@tanstack/react-query'
import { live } from '#web/query.ts'
import { QueryError } from '#web/ui/QueryError.tsx'
import { IntegrityCard } from './IntegrityCard.tsx'
import { OwnershipCard } from './OwnershipCard.tsx'
import { ownIntegrity } from './own-integrity.ts'

/** The owner's cards on the verification of their account, from one answer that is read again while it is shown. */
export function IntegrityCards({ username }: { username: string }) {
  const { data: own, error, refetch, isFetching } = useQuery(live(ownIntegrity()))
  if (own === undefined) {
    if (error === null) {
      return (
        <output className="skeleton grid h-[280px] place-items-center text-ui text-ink-2">
          Caricamento verifica...
        </output>
      )
    }
    return (
      <QueryError
        lead="Verifica del conto non disponibile."
        error={error}
        isFetching={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <>
      <IntegrityCard own={own} username={username} />
      {own.account !== null && own.level !== 'L3' && <OwnershipCard own={own} />}
    </>
  )
}
