import { useQuery } from '@tanstack/react-query'
import { CountBadge } from '#web/ui/CountBadge.tsx'
import { waitingQuery } from './queries.ts'

/** The number on the tab: showcases that wait for a decision. */
export function WaitingCount() {
  const { data } = useQuery(waitingQuery())
  return <CountBadge count={data?.review_count} what="da moderare" />
}
