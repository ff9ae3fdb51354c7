import type { Queryable, Sql } from '#server/database/database.ts'
import { containing } from '#server/database/text-search.ts'
import type { PaymentClass, PaymentFilter, PaymentSort } from '../../admin-contract.ts'
import { paymentStatuses, type PaymentStatus } from '../../contract.ts'
import { inReview, orphaned, shown, strayPayments, strayStatusOf, toReconcile } from './sql-fragments.ts'
import { strayId, strayReviewed } from '../orders/review-queries.ts'

/** A position in the list: an order, or the payments under an order id that is not ours. */
export interface ListedKey {
  is_known: boolean
  id: string
  /** The value that the list is sorted by, as text: microseconds since 1970, cents, the rank of a status, a name. */
  at: string
}

export interface Listing {
  q: string | null
  filter: PaymentFilter
  class: PaymentClass | null
  status: PaymentStatus | null
  plan: string | null
  /** UTC days, both included. */
  from: string | null
  to: string | null
  /** ISO-8601; null for no bound. */
  until: string | null
}

/** A piece of a query. */
type Fragment = ReturnType<typeof strayStatusOf>

export interface Sorting {
  by: PaymentSort
  order: 'asc' | 'desc'
}

const orderWhere = (sql: Sql, { q, filter, class: kind, status, plan, ...period }: Listing) => {
  const chosen = {
    all: sql`true`,
    to_reconcile: toReconcile(sql),
    review: inReview(sql),
    orphans: orphaned(sql),
    hidden: sql`true`,
  }[filter]
  const completed = sql`o.status in ('confirmed', 'finished')`
  const classed =
    kind === null
      ? sql`true`
      : {
          completed,
          to_reconcile: toReconcile(sql),
          pending: sql`not (${completed}) and not (${toReconcile(sql)})`,
        }[kind]
  const place = filter === 'hidden' ? sql`not ${shown(sql)}` : shown(sql)
  const narrowed = sql`
    ${place} and (${chosen}) and (${classed}) and ${status === null ? sql`true` : sql`o.status = ${status}`}
    and ${plan === null ? sql`true` : sql`o.plan = ${plan}`} and ${within(sql, sql`o.created_at`, period)}`
  if (q === null) return narrowed
  const pattern = containing(q)
  return sql`
    ${narrowed}
    and o.order_id in (
      select order_id from payment_order
       where order_id like ${pattern.toUpperCase()} or lower(user_email) like ${pattern} or lower(username) like ${pattern}
       union all
      select order_id from provider_payment where provider_payment_id like ${pattern} and order_id is not null
       union all
      select order_id from payment_invoice where lower(invoice_id) like ${pattern})`
}

const within = (sql: Sql, moment: Fragment, { from, to, until }: Pick<Listing, 'from' | 'to' | 'until'>) => sql`
  ${from === null ? sql`true` : sql`${moment} >= ${`${from}T00:00:00Z`}::timestamptz`}
  and ${to === null ? sql`true` : sql`${moment} < ${`${to}T00:00:00Z`}::timestamptz + interval '24 hours'`}
  and ${until === null ? sql`true` : sql`${moment} <= ${until}::timestamptz`}`

/** Stray payments have no plan, are never completed and never to reconcile. */
const strayWhere = (sql: Sql, { q, filter, class: kind, status, plan, ...period }: Listing) => {
  const pattern = containing(q ?? '')
  const named = sql`
    s.id in (select ${strayId(sql)} from provider_payment p
              where p.order_id is null
                and (lower(p.claimed_order_id) like ${pattern} or p.provider_payment_id like ${pattern}
                     or lower(p.provider_invoice_id) like ${pattern}))`
  return sql`
    ${filter !== 'to_reconcile' && filter !== 'hidden' && plan === null && (kind ?? 'pending') === 'pending'}
    and ${q === null ? sql`true` : named}
    and ${status === null ? sql`true` : sql`${strayStatusOf(sql)} = ${status}`}
    and ${within(sql, sql`s.created_at`, period)}
    and ${filter === 'review' ? sql`not ${strayReviewed(sql)}` : sql`true`}`
}

const rank = (sql: Queryable, status: Fragment) => sql`array_position(${[...paymentStatuses]}::text[], ${status})`

/** The sort value of an order and of a stray payment, and a cursor's position as it is compared. */
const sorts = (sql: Sql) => ({
  created_at: {
    order: sql`o.created_at`,
    stray: sql`s.created_at`,
    text: sql`(extract(epoch from place) * 1000000)::bigint::text`,
    value: (place: string) => sql`timestamptz 'epoch' + ${place}::bigint * interval '1 microsecond'`,
  },
  amount: {
    order: sql`o.price_cents`,
    stray: sql`s.cents`,
    text: sql`place::text`,
    value: (place: string) => sql`${place}::integer`,
  },
  status: {
    order: rank(sql, sql`o.status`),
    stray: rank(sql, strayStatusOf(sql)),
    text: sql`place::text`,
    value: (place: string) => sql`${place}::integer`,
  },
  username: {
    order: sql`lower(coalesce(o.username, ''))`,
    stray: sql`''::text`,
    text: sql`place`,
    value: (place: string) => sql`${place}::text`,
  },
})

const orders = (sql: Sql, listing: Listing, by: PaymentSort) => sql`
  select true as is_known, o.order_id as id, ${sorts(sql)[by].order} as place
    from payment_order o
   where ${orderWhere(sql, listing)}`
const strays = (sql: Sql, listing: Listing, by: PaymentSort) => sql`
  select false as is_known, s.id, ${sorts(sql)[by].stray} as place
    from (${strayPayments(sql)}) as s
   where ${strayWhere(sql, listing)}`

/**
 * A page of the list, ordered by the sort value and then by id. Rows that come meanwhile shift no row behind a cursor.
 * @param page.limit null for all rows
 */
export async function listedKeys(
  sql: Sql,
  listing: Listing,
  page: { sorting: Sorting; after: Pick<ListedKey, 'at' | 'id'> | null; skip: number; limit: number | null },
): Promise<ListedKey[]> {
  const { sorting, after, skip, limit } = page
  const { text, value } = sorts(sql)[sorting.by]
  const direction = sorting.order === 'asc' ? sql`asc` : sql`desc`
  const beyond =
    after === null
      ? sql`true`
      : sorting.order === 'asc'
        ? sql`(place, id) > (${value(after.at)}, ${after.id})`
        : sql`(place, id) < (${value(after.at)}, ${after.id})`
  const ordered = sql`order by place ${direction}, id ${direction}`
  // Each kind is limited by itself, so that an index can lead to its first rows.
  const first = (kind: typeof orders) => sql`
    (select * from (${kind(sql, listing, sorting.by)}) as kind where ${beyond} ${ordered} limit ${limit === null ? null : skip + limit})`
  return sql<ListedKey[]>`
    select is_known, id, ${text} as at
      from (${first(orders)} union all ${first(strays)}) as listed
     ${ordered}
     limit ${limit} offset ${skip}`
}

/** The number of rows on all pages of a listing. */
export async function listedCount(sql: Sql, listing: Listing): Promise<number> {
  const rows = await sql<{ total: number }[]>`
    select (select count(*) from (${orders(sql, listing, 'created_at')}) as kind)
           + (select count(*) from (${strays(sql, listing, 'created_at')}) as kind) as total`
  return rows[0]?.total ?? 0
}
