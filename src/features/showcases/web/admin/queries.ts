import { useQueryClient } from '@tanstack/react-query'
import type { listModeratedShowcases } from '#features/showcases/admin-contract.ts'
import { q } from '#web/api.ts'
import { live } from '#web/query.ts'

const key = 'GET /api/admin/showcases'

/** Counts of showcases, without rows. */
export const waitingQuery = () => live(q<typeof listModeratedShowcases>(key, { query: { limit: '1' } }))

/** Reads again what a decision may have changed. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(key) })
}
