import { useQuery } from '@tanstack/react-query'
import { CountBadge } from '#web/ui/CountBadge.tsx'
import { waitingQuery } from '#web/waiting.ts'
import type { InboxReader } from '../../viewer.ts'

/** Number of unhandled messages, beside the page's name. */
export function OpenCount() {
  const { data } = useQuery(waitingQuery<InboxReader>())
  return <CountBadge count={data?.admin?.open_count} what="da gestire" />
}
