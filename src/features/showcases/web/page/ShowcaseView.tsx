import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { getShowcase } from '#features/showcases/contract.ts'
import { q, readError } from '#web/api.ts'
import { live } from '#web/query.ts'
import { useToken } from '#web/session.ts'
import { reportClick, useShowcaseView } from '../reporting.ts'
import { ShowcasePage } from './ShowcasePage.tsx'
import { ShowcaseError, ShowcaseNotFound, ShowcaseSkeleton } from './ShowcaseStates.tsx'
import type { ViewModule } from '#web/view.ts'
import { showcaseHead, showcaseStatus } from './head.ts'

export { ShowcasePage }

export const view: ViewModule = {
  screen: ({ showcase_id: id = '' }) => <ShowcaseView showcaseId={id} />,
  head: showcaseHead,
  status: showcaseStatus,
}

/** The page of one showcase. The browser of a signed-in trader requests it again, since the owner and admins may see more. */
export function ShowcaseView({ showcaseId }: { showcaseId: string }) {
  const input = { params: { showcase_id: showcaseId } }
  const { data, error, isFetching, refetch } = useQuery(
    live(q<typeof getShowcase>('GET /api/showcases/:showcase_id', input)),
  )
  const token = useToken()
  useEffect(() => {
    if (token !== null) void refetch()
  }, [token, refetch])
  useShowcaseView(showcaseId, data !== undefined && !data.owner_preview)
  const status = error === null ? null : readError(error).status
  // Where the showcase is gone, the page says so. After any other failure it shows the last answer.
  if (status === 404) {
    return token !== null && isFetching ? <ShowcaseSkeleton /> : <ShowcaseNotFound />
  }
  if (data !== undefined) {
    return <ShowcasePage showcase={data} report={(click) => reportClick(data.showcase_id, click)} />
  }
  if (error === null) return <ShowcaseSkeleton />
  return <ShowcaseError error={error} isFetching={isFetching} onRetry={() => void refetch()} />
}
