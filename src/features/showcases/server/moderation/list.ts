import type { CsvColumns } from '#server/files/csv-file.ts'
import type { ListFile } from '#server/files/list-file.ts'
import { inKeyOrder } from '#server/http/batches.ts'
import { refuseField } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import type { QueryOf, ResponseOf } from '#shared/endpoint.ts'
import { statusLabels } from '../../labels.ts'
import { waitingStatuses } from '../../rules/moves.ts'
import type { exportShowcases, listModeratedShowcases, ModeratedShowcase } from '../../admin-contract.ts'
import {
  moderatedAfter,
  moderatedIds,
  moderatedOfIds,
  moderationCounts,
  waitingShowcases,
  type Filter,
  type ModeratedRow,
  type ModeratedSorting,
} from './list-queries.ts'
import { isActive } from '../published/showcase.ts'

/** The moderators' list. `docs/showcases.md`, moderation. */

type Query = QueryOf<typeof listModeratedShowcases>
type Page = ResponseOf<typeof listModeratedShowcases>

/** @throws Failure VALIDATION: a cursor beside a page or another order */
export async function moderationPage({ sql, clock }: Kernel, query: Query): Promise<Page> {
  const now = Math.floor(clock.now())
  const filter = filterOf(query, now)
  const [{ rows, next_cursor }, counts] = await Promise.all([rowsOf(sql, filter, query), moderationCounts(sql, filter)])
  return { showcases: rows.map((row) => listedOf(row, now)), next_cursor, at: instantText(now), ...counts }
}

/** How many showcases wait for a decision. */
export const reviewCount = ({ sql }: Kernel): Promise<number> => waitingShowcases(sql)

async function rowsOf(
  sql: Kernel['sql'],
  filter: Filter,
  query: Query,
): Promise<{ rows: ModeratedRow[]; next_cursor: string | null }> {
  const { limit = 20, cursor, page, sort_by: by, order } = query
  const isNumbered = page !== undefined || by !== undefined || order !== undefined
  if (isNumbered && cursor !== undefined) {
    return refuseField('cursor', 'Un cursore continua l’ordine di chi attende: usa page con gli altri.')
  }
  const skip = ((page ?? 1) - 1) * limit
  const [place = '', id = ''] = cursor?.split(':') ?? []
  const rows = isNumbered
    ? await moderatedIds(sql, filter, sortingOf(query), { skip, limit: limit + 1 }).then((ids) =>
        moderatedOfIds(sql, ids),
      )
    : await moderatedAfter(sql, filter, {
        after: cursor === undefined ? null : { place: Number(place), id },
        limit: limit + 1,
      })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const continues = !isNumbered && rows.length > limit && last !== undefined
  return { rows: shown, next_cursor: continues ? `${last.place}:${last.showcase_id}` : null }
}

/** The longest waiting one first, where nothing else is requested. */
const sortingOf = ({ sort_by: by, order }: Pick<Query, 'sort_by' | 'order'>): ModeratedSorting => ({
  by: by ?? 'waiting',
  descends: order === 'desc',
})

const enteredBySubmission: readonly Query['status'][] = ['waiting', ...waitingStatuses]

function filterOf(
  { status, q = '', until, sort_by: by = 'waiting' }: Pick<Query, 'status' | 'q' | 'until' | 'sort_by'>,
  now: number,
): Filter {
  return {
    status: status ?? null,
    q: q.trim() === '' ? null : q.trim(),
    until: until ?? null,
    entersBySubmission: enteredBySubmission.includes(status) || (status === undefined && by === 'waiting'),
    now: instantText(now),
  }
}

/** The contract's response drops the fields that it does not name. */
export function listedOf(row: ModeratedRow, now: number): ModeratedShowcase {
  const was_published = row.published_version !== null
  return {
    ...row,
    was_published,
    is_public:
      was_published && isActive(row.diamond_expires, now) && !row.owner_deactivated && !row.owner_email_awaited,
  }
}

const columns: CsvColumns<ModeratedShowcase> = {
  showcase_id: (row) => row.showcase_id,
  titolo: (row) => row.title,
  username: (row) => row.username,
  nome: (row) => row.display_name,
  trader_id: (row) => row.trader_id,
  stato: { programs: (row) => row.status, people: (row) => statusLabels[row.status] },
  attende_dal: { instant: (row) => row.waiting_since },
  pubblica_ora: (row) => row.is_public,
  approvata_una_volta: (row) => row.was_published,
  scadenza_diamond: { instant: (row) => row.diamond_expires },
  trader_disattivato: (row) => row.owner_deactivated,
  email_da_confermare: (row) => row.owner_email_awaited,
  visite: (row) => row.views_count,
  creata_il: { instant: (row) => row.created_at },
  aggiornata_il: { instant: (row) => row.updated_at },
}

/** The showcases of a filter as a CSV file, in the order of the list. */
export function showcasesFile(kernel: Kernel, query: QueryOf<typeof exportShowcases>): ListFile<ModeratedShowcase> {
  const now = Math.floor(kernel.clock.now())
  const filter = filterOf(query, now)
  return {
    name: 'vetrine',
    what: 'l’elenco',
    action: 'showcases.export',
    searched: filter.q !== null,
    filters: { status: filter.status },
    columns,
    dialect: query.dialect,
    batches: inOrder(kernel, filter, sortingOf(query), now),
  }
}

async function* inOrder(
  { sql }: Kernel,
  filter: Filter,
  sorting: ModeratedSorting,
  now: number,
): AsyncGenerator<ModeratedShowcase[]> {
  const read = (ids: readonly string[]) => moderatedOfIds(sql, ids)
  for await (const rows of inKeyOrder(moderatedIds(sql, filter, sorting, null), read))
    yield rows.map((row) => listedOf(row, now))
}
