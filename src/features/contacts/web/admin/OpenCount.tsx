import { useQuery } from '@tanstack/react-query'
import { CountBadge } from '#web/ui/CountBadge.tsx'
import { openCountQuery } from './inbox.ts'

/** Number of unhandled messages, beside the page's name. */
export function OpenCount() {
  const { data } = useQuery(openCountQuery())
  return <CountBadge count={data?.open_count} what="da gestire" />
}
