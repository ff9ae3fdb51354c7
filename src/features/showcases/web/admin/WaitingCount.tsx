import { useQuery } from '@tanstack/react-query'
import { CountBadge } from '#web/ui/CountBadge.tsx'
import { waitingQuery } from '#web/waiting.ts'
import type { Moderator } from '../../viewer.ts'

/** The number on the tab: showcases that wait for a decision. */
export function WaitingCount() {
  const { data } = useQuery(waitingQuery<Moderator>())
  return <CountBadge count={data?.admin?.review_count} what="da moderare" />
}
