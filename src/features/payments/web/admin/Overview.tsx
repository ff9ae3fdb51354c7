import * as format from '#shared/format.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Kpi, KpiStrip } from '#web/ui/figures/Kpi.tsx'
import { ListError } from './ListParts.tsx'
import type { usePaymentsDashboard } from './lists.ts'

const leads = { danger: 'Attenzione.', warn: 'Da sapere.', info: 'Nota.' }

/** What stands above both lists: the figures, and notices of refused signatures or a provider that is away. */
export function Overview({ asked }: { asked: ReturnType<typeof usePaymentsDashboard> }) {
  const { data, error, isPending, refetch } = asked
  const statistics = data?.cryptoStatistics
  return (
    <>
      {isPending && (
        <output className="skeleton grid h-[72px] place-items-center text-ui text-ink-2">Caricamento...</output>
      )}
      {error !== null && (
        <ListError
          error={error}
          stale={data === undefined ? undefined : 'I totali potrebbero non essere aggiornati.'}
          onRetry={() => void refetch()}
        />
      )}
      {statistics !== undefined && (
        <KpiStrip>
          <Kpi label="Pagamenti totali" figure={format.count(statistics.total_payments)} />
          <Kpi label="Completati" figure={format.count(statistics.completed_payments)} />
          <Kpi label="Ricavi, USDT" figure={format.decimal(statistics.total_revenue)} />
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
