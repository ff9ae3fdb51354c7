import { QueryClient } from '@tanstack/react-query'
import type { SeededAnswer } from '#shared/page.ts'
import { ApiError, readError } from './api.ts'

const REFRESH_MS = 30_000
/** A sync shows within two seconds: what is younger is the present. */
const FRESH_MS = 2_000

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < 2 && isPassing(readError(error).status),
        // A page that was drawn with "not found" stays so until somebody moves on (`forgetFailures`).
        retryOnMount: false,
      },
    },
  })
}

function isPassing(status: number): boolean {
  return status === 0 || status >= 500
}

/** Refetches quietly every 30 seconds while the page is visible, besides on entry. */
export function live<O extends object>(options: O): O & { refetchInterval: number } {
  return { ...options, refetchInterval: REFRESH_MS }
}

/** Puts the page's answers where the screens look for them. A null answer means 404: the screen draws its "not found". */
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

/** Called on a change of view: who comes back to a screen that failed tries it again. */
export function forgetFailures(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => query.state.status === 'error' && query.getObserversCount() === 0 })
}
