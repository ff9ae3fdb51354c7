import { QueryClient } from '@tanstack/react-query'
import type { SeededAnswer } from '#shared/page.ts'
import { ApiError, readError } from './api.ts'

const REFRESH_MS = 30_000
/** A sync shows within two seconds: a younger answer is fresh. */
const FRESH_MS = 2_000

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < 2 && isTransient(readError(error).status),
        // A page that was drawn with "not found" stays until the view changes (`removeFailedQueries`).
        retryOnMount: false,
      },
    },
  })
}

function isTransient(status: number): boolean {
  return status === 0 || status >= 500
}

/** Refetches every 30 seconds while the page is visible, and on entry. */
export function live<O extends object>(options: O): O & { refetchInterval: number } {
  return { ...options, refetchInterval: REFRESH_MS }
}

/** Puts the document's answers into the cache. A null answer means 404: the screen draws its "not found". */
export function seedCache(client: QueryClient, seeds: readonly SeededAnswer[]): void {
  for (const { key, input, data } of seeds) {
    const queryKey = [key, input]
    if (data !== null) client.setQueryData(queryKey, data)
    else {
      client
        .getQueryCache()
        .build(client, { queryKey })
        .setState({ status: 'error', error: new ApiError(404, null), fetchStatus: 'idle' })
    }
  }
}

/** Called on a change of view: a screen that failed is requested again when the person comes back. */
export function removeFailedQueries(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => query.state.status === 'error' && query.getObserversCount() === 0 })
}
