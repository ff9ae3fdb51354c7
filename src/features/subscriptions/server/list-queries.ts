import type { Queryable } from '#server/database/database.ts'
import { nameContains } from '#server/database/text-search.ts'
import { DAY_MS, instantText } from '#shared/dates.ts'
import type { PlanType, Tier } from '../catalogue.ts'
import type { SubscriptionFilter, SubscriptionSort } from '../contract.ts'
import { endingDays, type ShownStatus } from '../rules.ts'

export interface ListedSubscription {
  subscription_id: string
  subscription_type: Tier
  plan_type: PlanType
  status: 'active' | 'cancelled'
  end_date: string
  trader_id: string
  trader_username: string
  trader_display_name: string
  trader_email: string
  trader_deactivated: boolean
  created_at: string
}

interface PlacedSubscription extends ListedSubscription {
  /** The value that the list is sorted by, as text: microseconds since 1970, a name. */
  place: string
}

export interface Listing {
  /** Part of a username, display name or e-mail. */
  q: string | null
  filter: SubscriptionFilter
  status: ShownStatus | null
  tier: Tier | null
  plan_type: PlanType | null
  /** ISO-8601; null for no bound. */
  until: string | null
  /** Milliseconds. */
  now: number
}

export interface Sorting {
  by: SubscriptionSort | 'made'
  order: 'asc' | 'desc'
}

/** `q` with its wildcards as plain characters. */
const listedBy = (sql: Queryable, { q, filter, status, tier, plan_type: planType, until, now }: Listing) => {
  const runs = sql`subscription.status = 'active' and subscription.until > ${instantText(now)}`
  const chosen = {
    all: sql`true`,
    active: runs,
    ending: sql`${runs} and subscription.until <= ${instantText(now + endingDays * DAY_MS)}`,
    ended: sql`not (${runs})`,
  }[filter]
  const inStatus =
    status === null
      ? sql`true`
      : {
          active: runs,
          expired: sql`subscription.status = 'active' and subscription.until <= ${instantText(now)}`,
          cancelled: sql`subscription.status = 'cancelled'`,
        }[status]
  return sql`
    (${chosen}) and (${inStatus}) and ${tier === null ? sql`true` : sql`subscription.tier = ${tier}`}
    and ${planType === null ? sql`true` : sql`subscription.plan_type = ${planType}`}
    and ${until === null ? sql`true` : sql`subscription.created_at <= ${until}`}
    and ${q === null ? sql`true` : nameContains(sql, q)}`
}

/** The sort value, and a cursor's position as it is compared. */
const sorts = (sql: Queryable) => {
  const moment = (place: string) => sql`timestamptz 'epoch' + ${place}::bigint * interval '1 microsecond'`
  const none = () => sql`''`
  return {
    // Ids grow with time: a later row has a larger id, and no moment must be compared.
    made: { by: sql`''`, text: sql`''`, value: none },
    created_at: {
      by: sql`subscription.created_at`,
      text: sql`(extract(epoch from subscription.created_at) * 1000000)::bigint::text`,
      value: moment,
    },
    end_date: {
      by: sql`subscription.until`,
      text: sql`(extract(epoch from subscription.until) * 1000000)::bigint::text`,
      value: moment,
    },
    username: {
      by: sql`lower(trader.username)`,
      text: sql`lower(trader.username)`,
      value: (place: string) => sql`${place}::text`,
    },
  }
}

const ordered = (sql: Queryable, { by, order }: Sorting) => {
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  return by === 'made'
    ? sql`subscription.subscription_id ${direction}`
    : sql`${sorts(sql)[by].by} ${direction}, subscription.subscription_id ${direction}`
}

const columns = (sql: Queryable) => sql`
  subscription.subscription_id, subscription.tier as subscription_type, subscription.plan_type, subscription.status,
  subscription.until as end_date, trader.trader_id, trader.username as trader_username,
  trader.display_name as trader_display_name, trader.email as trader_email,
  trader.deactivated_at is not null as trader_deactivated, subscription.created_at`

/** A page, ordered by the sort value and then by id: new rows move nothing under a cursor. */
export async function subscriptions(
  sql: Queryable,
  listing: Listing,
  page: { sorting: Sorting; after: { place: string; id: string } | null; skip: number; limit: number },
): Promise<PlacedSubscription[]> {
  const { sorting, after, skip, limit } = page
  const { by, text, value } = sorts(sql)[sorting.by]
  const sign = sorting.order === 'asc' ? sql`>` : sql`<`
  const isMade = sorting.by === 'made'
  const beyond =
    after === null
      ? sql`true`
      : isMade
        ? sql`subscription.subscription_id ${sign} ${after.id}::uuid`
        : sql`(${by}, subscription.subscription_id) ${sign} (${value(after.place)}, ${after.id}::uuid)`
  return sql<PlacedSubscription[]>`
    select ${columns(sql)}, ${text} as place
      from subscription join trader using (trader_id)
     where ${listedBy(sql, listing)} and ${beyond}
     order by ${ordered(sql, sorting)}
     limit ${limit} offset ${skip}`
}

/** The ids of a listing, in its order. */
export async function subscriptionIds(sql: Queryable, listing: Listing, sorting: Sorting): Promise<string[]> {
  const rows = await sql<{ subscription_id: string }[]>`
    select subscription.subscription_id from subscription join trader using (trader_id)
     where ${listedBy(sql, listing)}
     order by ${ordered(sql, sorting)}`
  return rows.map((row) => row.subscription_id)
}

/** The subscriptions of these ids, in their order. */
export async function subscriptionsOfIds(sql: Queryable, ids: readonly string[]): Promise<ListedSubscription[]> {
  return sql<ListedSubscription[]>`
    select ${columns(sql)}
      from unnest(${[...ids]}::uuid[]) with ordinality as listed (subscription_id, number)
      join subscription using (subscription_id) join trader using (trader_id)
     order by listed.number`
}

export async function subscriptionCount(sql: Queryable, listing: Listing): Promise<number> {
  const rows = await sql<{ total: number }[]>`
    select count(*) as total
      from subscription ${listing.q === null ? sql`` : sql`join trader using (trader_id)`}
     where ${listedBy(sql, listing)}`
  return rows[0]?.total ?? 0
}
