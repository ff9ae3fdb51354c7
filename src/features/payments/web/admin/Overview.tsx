import * as format from '#shared/format/format.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Kpi, KpiStrip } from '#web/ui/figures/Kpi.tsx'
import { QueryError, StaleNotice } from '#web/ui/QueryError.tsx'
import type { usePaymentsDashboard } from './queries.ts'

const leads = { danger: 'Attenzione.', warn: 'Da sapere.', info: 'Nota.' }

/** Above both lists: the figures, and notices of refused signatures or a provider that is away. */
export function Overview({ dashboard }: { dashboard: ReturnType<typeof usePaymentsDashboard> }) {
  const { data, error, isPending, isFetching, refetch } = dashboard
  const statistics = data?.cryptoStatistics
  const retry = { error, isFetching: isFetching, onRetry: () => void refetch() }
  return (
    <>
      {error !== null && data === undefined && <QueryError lead="Totali dei pagamenti non disponibili." {...retry} />}
      {error !== null && data !== undefined && (
        <StaleNotice {...retry}>I totali restano quelli letti prima.</StaleNotice>
      )}
      {(statistics !== undefined || isPending) && (
        <KpiStrip>
          <Kpi label="Pagamenti totali" figure={statistics && format.count(statistics.total_payments)} />
          <Kpi label="Completati" figure={statistics && format.count(statistics.completed_payments)} />
          <Kpi label="Ricavi senza rimborsi, USDT" figure={statistics && format.decimal(statistics.total_revenue)} />
          <Kpi label="Rimborsati, USDT" figure={statistics && format.decimal(statistics.total_refunded)} />
        </KpiStrip>
      )}
      {data !== undefined && data.notices.length > 0 && (
        <ul className="mt-4 grid gap-2" aria-label="Avvisi">
          {data.notices.map((notice) => (
            <li key={notice.code}>
              <Alert tone={notice.tone} lead={leads[notice.tone]}>
                {notice.text}
              </Alert>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
