import type { Queryable, Transaction } from '#server/database/database.ts'
import { instantText } from '#shared/dates.ts'
import type { PlanCode, PlanType, Tier } from '../catalogue.ts'
import type { SourcedEntry } from '../order-of-purchases.ts'
import type { Entry, EntryKind, Holdings } from '../rules.ts'

/** Locks the trader's row: one change of a trader's plans at a time. */
export async function lockTrader(
  tx: Transaction,
  traderId: string,
): Promise<{ username: string; deactivated_at: string | null } | null> {
  const rows = await tx<{ username: string; deactivated_at: string | null }[]>`
    select username, deactivated_at from trader where trader_id = ${traderId} for update`
  return rows[0] ?? null
}

/** The moment of a trader's newest ledger line, milliseconds: no later change may have an earlier one. */
export async function lastEntryAt(tx: Transaction, traderId: string): Promise<number> {
  const rows = await tx<{ at: string | null }[]>`
    select max(created_at) as at from entitlement_entry where trader_id = ${traderId}`
  const at = rows[0]?.at ?? null
  return at === null ? Number.NEGATIVE_INFINITY : Date.parse(at)
}

interface EntryRow {
  trader_id: string
  kind: EntryKind
  tier: Tier
  seconds: number
  until_before: string | null
  until_after: string
  plan: PlanCode | null
  created_at: string
}

const readEntry = (row: EntryRow): Entry & { trader_id: string } => ({
  trader_id: row.trader_id,
  kind: row.kind,
  tier: row.tier,
  seconds: row.seconds,
  until_before: row.until_before === null ? null : Date.parse(row.until_before),
  until_after: Date.parse(row.until_after),
  plan: row.plan,
  created_at: Date.parse(row.created_at),
})

/** The lines of a source, its own line first. */
export async function entriesOfSource(sql: Queryable, sourceKey: string): Promise<(Entry & { trader_id: string })[]> {
  const rows = await sql<EntryRow[]>`
    select trader_id, kind, tier, seconds::float8 as seconds, until_before, until_after, plan, created_at
      from entitlement_entry
     where source_key = any(${Array.from({ length: linesOfSource }, (_, index) => lineKey(sourceKey, index))}::text[])
     order by entry_id`
  return rows.map(readEntry)
}

/** A trader's ledger, oldest line first, with the source of each line and the making of the order that a purchase paid. */
export async function sourcedLedger(sql: Queryable, traderId: string): Promise<SourcedEntry[]> {
  const rows = await sql<(EntryRow & { source: string; made: string | null })[]>`
    select line.trader_id, kind, line.tier, seconds::float8 as seconds, until_before, until_after, line.plan, line.created_at,
           source, case when source like 'order:%' then coalesce(paid.created_at, line.created_at) end as made
      from entitlement_entry line
     cross join split_part(source_key, '/', 1) as source
      left join payment_order paid on paid.order_id = substr(source, 7) and source like 'order:%'
     where line.trader_id = ${traderId}
     order by entry_id`
  return rows.map((row) => ({
    ...readEntry(row),
    source: row.source,
    made: row.made === null ? null : Date.parse(row.made),
  }))
}

/** When an order was made, milliseconds; null where there is none. */
export async function orderMadeAt(sql: Queryable, orderId: string): Promise<number | null> {
  const rows = await sql<{ created_at: string }[]>`select created_at from payment_order where order_id = ${orderId}`
  return rows[0] === undefined ? null : Date.parse(rows[0].created_at)
}

/** The ledger of each of these traders, oldest line first. */
export async function ledgers(sql: Queryable, traderIds: readonly string[]): Promise<Map<string, Entry[]>> {
  const rows = await sql<EntryRow[]>`
    select trader_id, kind, tier, seconds::float8 as seconds, until_before, until_after, plan, created_at
      from entitlement_entry
     where trader_id = any(${traderIds as string[]}::uuid[])
     order by entry_id`
  return Map.groupBy(rows.map(readEntry), (entry) => entry.trader_id)
}

/** The most lines that one source writes. */
const linesOfSource = 4
const lineKey = (sourceKey: string, index: number) => (index === 0 ? sourceKey : `${sourceKey}/${index + 1}`)

export async function insertEntries(
  tx: Transaction,
  traderId: string,
  entries: readonly Entry[],
  source: { key: string; actor: string },
): Promise<void> {
  for (const [index, entry] of entries.entries()) {
    await tx`
      insert into entitlement_entry (trader_id, kind, tier, seconds, until_before, until_after, source_key, plan, actor, created_at)
      values (${traderId}, ${entry.kind}, ${entry.tier}, ${entry.seconds},
              ${entry.until_before === null ? null : instantText(entry.until_before)}, ${instantText(entry.until_after)},
              ${lineKey(source.key, index)}, ${entry.plan}, ${source.actor},
              ${instantText(entry.created_at)})`
  }
}

interface SubscriptionRow {
  trader_id: string
  tier: Tier
  until: string
  status: 'active' | 'cancelled'
  plan_type: PlanType
}

/** The plans of each of these traders. */
export async function holdingsOf(sql: Queryable, traderIds: readonly string[]): Promise<Map<string, Holdings>> {
  const rows = await sql<SubscriptionRow[]>`
    select trader_id, tier, until, status, plan_type
      from subscription
     where trader_id = any(${traderIds as string[]}::uuid[])`
  const found = new Map<string, Holdings>()
  for (const row of rows) {
    const holdings = found.get(row.trader_id) ?? { basic: null, diamond: null }
    holdings[row.tier] = { until: Date.parse(row.until), status: row.status, plan_type: row.plan_type }
    found.set(row.trader_id, holdings)
  }
  return found
}

export async function saveHoldings(
  tx: Transaction,
  traderId: string,
  holdings: Holdings,
  made: { newId: () => string; now: string },
): Promise<void> {
  for (const tier of ['basic', 'diamond'] as const) {
    const held = holdings[tier]
    if (held === null) continue
    await tx`
      insert into subscription (subscription_id, trader_id, tier, until, status, plan_type, created_at, updated_at)
      values (${made.newId()}, ${traderId}, ${tier}, ${instantText(held.until)}, ${held.status}, ${held.plan_type},
              ${made.now}, ${made.now})
      on conflict (trader_id, tier) do update
         set until = excluded.until, status = excluded.status, plan_type = excluded.plan_type, updated_at = excluded.updated_at
       where (subscription.until, subscription.status, subscription.plan_type)
             is distinct from (excluded.until, excluded.status, excluded.plan_type)`
  }
}

export async function subscriptionById(
  sql: Queryable,
  subscriptionId: string,
): Promise<{ trader_id: string; tier: Tier } | null> {
  const rows = await sql<{ trader_id: string; tier: Tier }[]>`
    select trader_id, tier from subscription where subscription_id = ${subscriptionId}`
  return rows[0] ?? null
}

export interface PlanRow {
  is_admin: boolean
  diamond_expires: string | null
  leaderboard_expires: string | null
}

export async function planOfTrader(sql: Queryable, traderId: string): Promise<PlanRow | null> {
  const rows = await sql<PlanRow[]>`
    select trader.is_admin, trader_plan.diamond_expires, trader_plan.leaderboard_expires
      from trader join trader_plan using (trader_id)
     where trader.trader_id = ${traderId}`
  return rows[0] ?? null
}

export interface RecentPayment {
  order_id: string
  plan: string
  subscription_type: Tier
  amount_usd: number
  status: string
  activated: boolean
  created_at: string
}

/** A trader's newest orders, without hidden ones. */
export async function recentPayments(sql: Queryable, traderId: string, limit: number): Promise<RecentPayment[]> {
  return sql<RecentPayment[]>`
    select order_id, plan, tier as subscription_type, (price_cents / 100.0)::float8 as amount_usd, status, activated,
           created_at
      from payment_order
     where trader_id = ${traderId} and (deleted_at is null or resurfaced_at is not null)
     order by payment_order.created_at desc, order_id desc
     limit ${limit}`
}

/** Traders with a ledger or plans, after this one, in order. */
export async function entitledTraders(sql: Queryable, after: string, limit: number): Promise<string[]> {
  const rows = await sql<{ trader_id: string }[]>`
    select trader_id
      from (select trader_id from entitlement_entry union select trader_id from subscription) as entitled
      -- Of an erased trader only the ledger is left.
      join trader using (trader_id)
     where trader_id > ${after}
     order by trader_id
     limit ${limit}`
  return rows.map((row) => row.trader_id)
}
