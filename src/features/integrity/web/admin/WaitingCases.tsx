import { useQuery } from '@tanstack/react-query'
import { CountBadge } from '#web/ui/CountBadge.tsx'
import { waitingQuery } from '#web/waiting.ts'
import type { CaseReader } from '../../viewer.ts'

/** The number of cases that wait for a decision, beside the page's name. */
export function WaitingCases() {
  const { data } = useQuery(waitingQuery<CaseReader>())
  return <CountBadge count={data?.admin?.case_count} what="in attesa" />
}
