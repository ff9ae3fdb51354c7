import { readError } from '#web/api.ts'
import type { ViewModule } from '#web/view.ts'
import { reportClick, useShowcaseView } from '../reporting.ts'
import { ShowcasePage } from './ShowcasePage.tsx'
import { ShowcaseError, ShowcaseNotFound, ShowcaseSkeleton } from './ShowcaseStates.tsx'
import { showcaseHead, showcaseStatus } from './head.ts'
import { useShowcase } from './showcase-query.ts'

export { ShowcasePage }

export const view: ViewModule = {
  screen: ({ showcase_id: id = '' }) => <ShowcaseView showcaseId={id} />,
  head: showcaseHead,
  status: showcaseStatus,
}

/** The page of one showcase. Where it is gone, the page says so. After any other failure it shows the last answer. */
export function ShowcaseView({ showcaseId }: { showcaseId: string }) {
  const { data, isVisit, error, isPending, isFetching, refetch } = useShowcase(showcaseId)
  useShowcaseView(showcaseId, isVisit)
  if (isPending) return <ShowcaseSkeleton />
  if (data !== undefined) {
    return <ShowcasePage showcase={data} report={(click) => reportClick(data.showcase_id, click)} />
  }
  if (readError(error).status === 404) return <ShowcaseNotFound />
  return <ShowcaseError error={error} isFetching={isFetching} onRetry={() => void refetch()} />
}
