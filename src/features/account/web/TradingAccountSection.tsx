import { useQuery } from '@tanstack/react-query'
import type { AccountOwner } from '#features/account/viewer.ts'
import { AccountChange } from '#features/integrity/web/owner/AccountChange.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { QueryError } from '#web/ui/QueryError.tsx'
import { viewerQuery } from '#web/session.ts'
import { TradingAccountPanel } from './TradingAccountPanel.tsx'

/** The bound trading account, and the way to change it. */
export function TradingAccountSection() {
  const { data, error, refetch, isFetching } = useQuery(viewerQuery<AccountOwner>())
  return (
    <>
      {data === undefined && error === null && <span className="skeleton h-[300px]" />}
      {data === undefined && error !== null && (
        <QueryError
          lead="Conto non disponibile."
          error={error}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data?.account === null && (
        <section className="panel" aria-label="Conto collegato">
          <EmptyState
            title="Nessun conto collegato"
            text="Collega un conto MT4 o MT5 con l’Expert Advisor: bastano circa 10 minuti."
            action={
              <ButtonLink variant="primary" href="/?view=dashboard">
                Vai alla configurazione
              </ButtonLink>
            }
          />
        </section>
      )}
      {data?.account && <TradingAccountPanel account={data.account} />}
      <AccountChange />
    </>
  )
}
