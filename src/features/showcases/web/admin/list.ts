import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { listModeratedShowcases, ModeratedShowcase } from '#features/showcases/admin-contract.ts'
import type { ModeratedFilter } from '#features/showcases/rules/moves.ts'
import { statusLabels } from '#features/showcases/labels.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import * as format from '#shared/format.ts'
import { q, readError, send } from '#web/api.ts'
import { live } from '#web/query.ts'

const key = 'GET /api/admin/showcases'
const first = null as string | null

/** Twenty more with each page. */
export function useShowcases(search: string, status: ModeratedFilter | '') {
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

/** What moderators can look for beside a status, before and after the statuses. */
const filterWords: Record<ModeratedFilter, string> = {
  waiting: 'Da moderare',
  ...statusLabels,
  public: 'Visibili ora',
  hidden: 'Approvate ma nascoste',
}

/** Options of the filter; with counts where they are known. */
export function filterOptions(counts?: Record<ModeratedFilter, number>): { value: string; label: string }[] {
  return [
    { value: '', label: 'Tutti gli stati' },
    ...(Object.entries(filterWords) as [ModeratedFilter, string][]).map(([value, label]) => ({
      value,
      label: counts === undefined ? label : `${label}: ${format.count(counts[value])}`,
    })),
  ]
}

/** What a showcase is called; the title of a private draft is nobody's business. */
export const nameOf = (row: Pick<ModeratedShowcase, 'title'>) => row.title ?? 'Bozza privata'

/** Why an approved showcase is not seen, or would not be; null where nothing stands in the way. */
export function hiddenNote(row: ModeratedShowcase): string | null {
  const { diamond_expires: expires, is_public: isPublic, was_published: was, waiting_since: since } = row
  if (row.owner_deactivated) return 'Il trader è disattivato: la vetrina non è visibile.'
  if (isPublic || (!was && since === null)) return null
  if (expires === null) return 'Il trader non ha Diamond: anche approvata resta nascosta.'
  // The page's clock may be wrong; a published one that is not public tells for sure.
  return was || Date.parse(expires) < Date.now()
    ? `Diamond è scaduto il ${format.date(expires)}: anche approvata resta nascosta fino al rinnovo.`
    : null
}
