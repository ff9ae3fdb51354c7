import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Viewer } from '#shared/viewer.ts'
import { q, readError } from '#web/api.ts'
import { live } from '#web/query.ts'
import { useToken, useViewer } from '#web/session.ts'
import { readToken } from '#web/storage/token.ts'
import type { ViewParams } from '#web/view.ts'
import type { Showcase, getShowcase } from '../../contract.ts'

export const showcaseQuery = ({ showcase_id = '' }: ViewParams) =>
  q<typeof getShowcase>('GET /api/showcases/:showcase_id', { params: { showcase_id } })

/** The showcase's answer, where the cache holds one. */
export function showcaseOf(params: ViewParams, answers: QueryClient): Showcase | undefined {
  return answers.getQueryData(showcaseQuery(params).queryKey)
}

/** The owner and admins see the page with its pending changes, and are no visitors. */
function mayPreview(viewer: Viewer | null, showcase: Showcase | undefined): boolean {
  return viewer !== null && (viewer.is_admin || viewer.username === showcase?.trader_username)
}

/**
 * A showcase, without data once it is gone. The document is the same for everybody. A signed-in browser requests the showcase again where
 * its person may see more, or where it is not public. A missing one is pending until that answer.
 */
export function useShowcase(showcaseId: string) {
  const { data, error, isPending, isFetching, refetch } = useQuery(live(showcaseQuery({ showcase_id: showcaseId })))
  const client = useQueryClient()
  const token = useToken()
  const viewer = useViewer()
  const seesMore = data?.owner_preview === false && mayPreview(viewer, data)
  useEffect(() => {
    if (token === null) return
    const { queryKey } = showcaseQuery({ showcase_id: showcaseId })
    const isHidden = client.getQueryState(queryKey)?.status === 'error'
    if (isHidden || seesMore) void refetch()
  }, [client, showcaseId, token, seesMore, refetch])
  const isMissing = error !== null && readError(error).status === 404
  // The first paint takes everybody for signed out (`useToken`), and would count the owner.
  const isVisitor = readToken() === null || (viewer !== null && !mayPreview(viewer, data))
  return {
    /** True for the public page once it is certain that its person is neither its owner nor an admin. */
    isVisit: data?.owner_preview === false && isVisitor,
    data: isMissing ? undefined : data,
    isPending: isMissing ? token !== null && isFetching : isPending,
    error,
    isFetching,
    refetch,
  }
}
