import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { listModeratedShowcases } from '#features/showcases/admin-contract.ts'
import type { ShowcaseStatus } from '#features/showcases/rules/moves.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { q, readError, send } from '#web/api.ts'
import { live } from '#web/query.ts'

const key = 'GET /api/admin/showcases'
const first = null as string | null

/** Twenty more with each page. */
export function useShowcases(search: string, status: ShowcaseStatus | '') {
  return useInfiniteQuery(
    live({
      queryKey: [key, { search, status, paged: true }],
      queryFn: ({ pageParam }: { pageParam: string | null }) =>
        send<typeof listModeratedShowcases>(key, {
          query: {
            limit: '20',
            ...(status !== '' && { status }),
            ...(search !== '' && { q: search }),
            ...(pageParam !== null && { cursor: pageParam }),
          },
        }),
      initialPageParam: first,
      getNextPageParam: (page: ResponseOf<typeof listModeratedShowcases>) => page.next_cursor,
    }),
  )
}

/** How many wait, without their rows. */
export const waitingQuery = () => live(q<typeof listModeratedShowcases>(key, { query: { limit: '1' } }))

/** Reads again what a decision may have changed. */
export function useRenew(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(key) })
}

/** Why a call failed: the server's own words with the status. */
export function faultText(error: unknown): string {
  const { status, message } = readError(error)
  return status === 0 ? 'Errore di connessione' : `Errore ${status}: ${message}`
}

/** Why a showcase was not deleted. */
export function deletionFault(error: unknown): string {
  const { status, body } = readError(error)
  if (status === 0) return 'Errore di connessione durante eliminazione'
  return `❌ Errore eliminazione vetrina: ${body?.detail ?? 'Errore sconosciuto'}`
}
