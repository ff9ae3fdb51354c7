import { useQuery } from '@tanstack/react-query'
import { q } from '#web/api.ts'
import { live } from '#web/query.ts'
import { QueryError } from '#web/ui/QueryError.tsx'
import type { getOwnChart } from '../../performance-contract.ts'
import { ChartPanel } from './ChartPanel.tsx'

/** The trader's own chart, with the amounts that visitors may not see. */
export function OwnChart() {
  const { data, error, isFetching, refetch } = useQuery(live(q<typeof getOwnChart>('GET /api/dashboard/chart', {})))
  if (data !== undefined) return <ChartPanel performance={data} />
  if (error === null) return <span className="skeleton h-[694px]" />
  return (
    <QueryError
      lead="Il grafico del conto non è disponibile."
      error={error}
      isFetching={isFetching}
      onRetry={() => void refetch()}
    />
  )
}
