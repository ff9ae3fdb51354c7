import * as z from 'zod/mini'
import type { CsvColumns } from '#server/files/csv-file.ts'
import type { ListFile } from '#server/files/list-file.ts'
import { inKeyOrder } from '#server/http/batches.ts'
import { placeAfter, placeCursor } from '#server/http/cursor.ts'
import { fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import type { QueryOf, ResponseOf } from '#shared/endpoint.ts'
import { badCursor } from '#shared/wire.ts'
import type { exportSubscriptions, listSubscriptions } from '../contract.ts'
import { planTypeNames, shortTierNames, subscriptionStatusNames } from '../plan-names.ts'
import { daysRemaining, shownStatus } from '../rules.ts'
import {
  subscriptionCount,
  subscriptionIds,
  subscriptions,
  subscriptionsOfIds,
  type ListedSubscription,
  type Listing,
  type Sorting,
} from './list-queries.ts'

type Row = ResponseOf<typeof listSubscriptions>['subscriptions'][number]

const listingOf = (query: Omit<QueryOf<typeof listSubscriptions>, 'page'>, now: number): Listing => {
  const { q, filter = 'all', status = null, tier = null, plan_type: planType = null, until = null } = query
  return { q: q || null, filter, status, tier, plan_type: planType, until, now }
}

/** Default sort: the newest first; plans that are about to end, by their end. */
function sortingOf({
  sort_by: by,
  order,
  filter,
}: Pick<QueryOf<typeof listSubscriptions>, 'sort_by' | 'order' | 'filter'>): Sorting {
  if (by !== undefined) return { by, order: order ?? 'desc' }
  return filter === 'ending' ? { by: 'end_date', order: order ?? 'asc' } : { by: 'made', order: order ?? 'desc' }
}

/** Subscriptions for admins, with their present state: a page by its number or after a cursor. */
export async function listedSubscriptions(
  { sql, clock }: Kernel,
  query: QueryOf<typeof listSubscriptions>,
): Promise<ResponseOf<typeof listSubscriptions>> {
  const { limit = 100, page = 1, cursor } = query
  if (query.page !== undefined && cursor !== undefined) fail('VALIDATION', { fields: { cursor: badCursor } })
  const now = Math.floor(clock.now())
  const listing = listingOf(query, now)
  const sorting = sortingOf(query)
  const after = cursor === undefined ? null : placeAfter(cursor, sorting, places[sorting.by], z.guid())
  const [rows, total] = await Promise.all([
    subscriptions(sql, listing, { sorting, after, skip: (page - 1) * limit, limit: limit + 1 }),
    subscriptionCount(sql, listing),
  ])
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    subscriptions: shown.map(({ place: _place, ...row }) => asOf(row, now)),
    total,
    at: instantText(now),
    next_cursor:
      rows.length > limit && last !== undefined
        ? placeCursor(sorting, { place: last.place, id: last.subscription_id })
        : null,
  }
}

function asOf(row: ListedSubscription, now: number): Row {
  const end = Date.parse(row.end_date)
  return {
    ...row,
    status: shownStatus({ until: end, status: row.status }, now),
    days_remaining: daysRemaining(end, now),
  }
}

/** The form of a cursor's place for each sort. */
const places: Record<Sorting['by'], RegExp> = {
  made: /^$/,
  created_at: /^-?\d{1,16}$/,
  end_date: /^-?\d{1,16}$/,
  username: /^/,
}

const columns: CsvColumns<Row> = {
  abbonamento: (row) => row.subscription_id,
  trader_id: (row) => row.trader_id,
  username: (row) => row.trader_username,
  nome: (row) => row.trader_display_name,
  email: (row) => row.trader_email,
  disattivato: (row) => row.trader_deactivated,
  tipo: { programs: (row) => row.subscription_type, people: (row) => shortTierNames[row.subscription_type] },
  durata: { programs: (row) => row.plan_type, people: (row) => planTypeNames[row.plan_type] },
  stato: { programs: (row) => row.status, people: (row) => subscriptionStatusNames[row.status] },
  dal: { instant: (row) => row.created_at },
  scade_il: { instant: (row) => row.end_date },
  giorni_rimasti: (row) => Math.max(0, row.days_remaining),
}

/** The subscriptions of the filters as a CSV file, in the order of the list. */
export function subscriptionsFile(kernel: Kernel, query: QueryOf<typeof exportSubscriptions>): ListFile<Row> {
  const listing = listingOf(query, Math.floor(kernel.clock.now()))
  const { q, now: _now, until: _until, ...filters } = listing
  return {
    name: 'abbonamenti',
    what: 'gli abbonamenti',
    action: 'subscriptions.export',
    searched: q !== null,
    filters,
    columns,
    dialect: query.dialect,
    batches: inOrder(kernel, listing, sortingOf(query)),
  }
}

async function* inOrder({ sql }: Kernel, listing: Listing, sorting: Sorting): AsyncGenerator<Row[]> {
  const read = (ids: readonly string[]) => subscriptionsOfIds(sql, ids)
  for await (const rows of inKeyOrder(subscriptionIds(sql, listing, sorting), read))
    yield rows.map((row) => asOf(row, listing.now))
}
