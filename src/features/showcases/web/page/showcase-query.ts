import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { q, readError } from '#web/api.ts'
import { live } from '#web/query.ts'
import { useToken } from '#web/session.ts'
import type { ViewParams } from '#web/view.ts'
import type { Showcase, getShowcase } from '../../contract.ts'

export const showcaseQuery = ({ showcase_id = '' }: ViewParams) =>
  q<typeof getShowcase>('GET /api/showcases/:showcase_id', { params: { showcase_id } })

/** The showcase's answer, where the cache holds one. */
export function showcaseOf(params: ViewParams, answers: QueryClient): Showcase | undefined {
  return answers.getQueryData(showcaseQuery(params).queryKey)
}

/**
 * A showcase, without data once it is gone. The browser of a signed-in trader requests it again, since the owner and admins may see more:
 * until that answer a missing one is pending.
 */
export function useShowcase(showcaseId: string) {
  const { data, error, isPending, isFetching, refetch } = useQuery(live(showcaseQuery({ showcase_id: showcaseId })))
  const token = useToken()
  useEffect(() => {
    if (token !== null) void refetch()
  }, [token, refetch])
  const isMissing = error !== null && readError(error).status === 404
  return {
    data: isMissing ? undefined : data,
    isPending: isMissing ? token !== null && isFetching : isPending,
    error,
    isFetching,
    refetch,
  }
}
