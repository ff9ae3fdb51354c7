import { useQuery } from '@tanstack/react-query'
import type { getPaymentsDashboard } from '#features/payments/admin-contract.ts'
import * as format from '#shared/format.ts'
import { q } from '#web/api.ts'
import { live } from '#web/query.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Kpi, KpiStrip } from '#web/ui/Kpi.tsx'
import { CryptoSection } from './CryptoSection.tsx'
import { ListFault } from './ListParts.tsx'
import { SubscriptionsSection } from './SubscriptionsSection.tsx'
import { WaitingMessages } from './WaitingMessages.tsx'

/** Subscriptions and crypto payments for admins. */
export function PaymentsTab() {
  const { data, error, isPending, refetch } = useQuery(
    live(q<typeof getPaymentsDashboard>('GET /api/admin/payments/dashboard', {})),
  )
  const statistics = data?.cryptoStatistics
  return (
    <>
      {isPending && (
        <output className="skeleton grid h-[72px] place-items-center text-ui text-ink-2">Caricamento...</output>
      )}
      {error !== null && (
        <ListFault
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
      <WaitingMessages />
      <SubscriptionsSection />
      <CryptoSection counts={statistics} />
    </>
  )
}

const leads = { danger: 'Attenzione.', warn: 'Da sapere.', info: 'Nota.' }
