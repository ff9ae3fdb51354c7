import { useQueryClient } from '@tanstack/react-query'

/** Reads again, after an action, the queries that it may have changed. @param starts how their keys begin: `GET /api/admin/users` */
export function useInvalidate(starts: readonly string[]): () => Promise<void> {
  const client = useQueryClient()
  return () =>
    client.invalidateQueries({
      predicate: ({ queryKey: [key] }) => starts.some((start) => String(key).startsWith(start)),
    })
}
