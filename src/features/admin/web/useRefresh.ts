import { useQueryClient } from '@tanstack/react-query'

const changed = ['GET /api/admin/users', 'GET /api/admin/payments']

/** Reads again what an action on a user or a subscription may have changed. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient()
  return () =>
    client.invalidateQueries({
      predicate: ({ queryKey }) => changed.some((start) => String(queryKey[0]).startsWith(start)),
    })
}
