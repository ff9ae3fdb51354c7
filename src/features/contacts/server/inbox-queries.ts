import { onlyRow, type Queryable, type Sql, type Transaction } from '#server/database/database.ts'
import { containing } from '#server/database/text-search.ts'
import type { ContactMessage } from './queries.ts'

export interface InboxRow extends ContactMessage {
  trader_id: string | null
  username: string | null
  handled_at: string | null
  handled_by_username: string | null
}

export interface InboxFilter {
  state: 'open' | 'handled' | null
  q: string | null
  /** ISO-8601; null for no bound. */
  until: string | null
}

/** Each half has its index; one condition on both tables would read every message. */
const messagesWith = (sql: Sql, pattern: string) => sql`
  select message_id from contact_message
   where lower(name) like ${pattern} or lower(email) like ${pattern} or lower(message) like ${pattern}
   union all
  select message_id from contact_message join trader using (trader_id) where lower(trader.username) like ${pattern}`

/** Only the conditions that are set: an empty one would prevent the use of the indexes. */
const inboxWhere = (sql: Sql, { state, q, until }: InboxFilter) => {
  const inState = { open: sql`m.handled_at is null`, handled: sql`m.handled_at is not null` }
  return sql`
    ${state === null ? sql`true` : inState[state]}
    and ${q === null ? sql`true` : sql`m.message_id in (${messagesWith(sql, containing(q))})`}
    and ${until === null ? sql`true` : sql`m.created_at <= ${until}`}`
}

export interface InboxOrder {
  by: 'created_at' | 'state'
  descends: boolean
}

/** Ids are in order of writing; within a state the newest comes first either way. */
const inboxOrder = (sql: Sql, { by, descends }: InboxOrder) => {
  const direction = descends ? sql`desc` : sql`asc`
  return by === 'state'
    ? sql`(m.handled_at is not null) ${direction}, m.message_id desc`
    : sql`m.message_id ${direction}`
}

/** @param place `before`: the last id of the page before, newest first */
export function inboxRows(
  sql: Sql,
  filter: InboxFilter,
  order: InboxOrder,
  place: { before: string | null; skip: number; limit: number },
): Promise<InboxRow[]> {
  return sql<InboxRow[]>`
    select m.message_id, m.name, m.email, m.subject, m.message, m.created_at, m.trader_id, writer.username, m.handled_at,
           handler.username as handled_by_username
      from contact_message m
      left join trader writer on writer.trader_id = m.trader_id
      left join trader handler on handler.trader_id = m.handled_by
     where ${inboxWhere(sql, filter)} and (${place.before}::uuid is null or m.message_id < ${place.before})
     order by ${inboxOrder(sql, order)}
     limit ${place.limit} offset ${place.skip}`
}

export async function openMessages(sql: Sql): Promise<number> {
  const rows = await sql<{ open_count: number }[]>`
    select count(*) as open_count from contact_message where handled_at is null`
  return onlyRow(rows).open_count
}

export async function inboxCounts(sql: Sql, filter: InboxFilter): Promise<{ total: number; open_count: number }> {
  const rows = await sql<{ total: number; open_count: number }[]>`
    select (select count(*) from contact_message m where ${inboxWhere(sql, filter)}) as total,
           (select count(*) from contact_message where handled_at is null) as open_count`
  return onlyRow(rows)
}

interface Handling {
  handled_at: string | null
  handled_by: string | null
}

/** Null where there is no such message. */
export async function lockMessage(
  tx: Transaction,
  messageId: string,
): Promise<(Handling & { trader_id: string | null }) | null> {
  const rows = await tx<(Handling & { trader_id: string | null })[]>`
    select trader_id, handled_at, handled_by from contact_message where message_id = ${messageId} for update`
  return rows[0] ?? null
}

export async function setHandling(tx: Transaction, messageId: string, to: Handling): Promise<void> {
  await tx`
    update contact_message set handled_at = ${to.handled_at}, handled_by = ${to.handled_by} where message_id = ${messageId}`
}

export async function usernameOf(sql: Queryable, traderId: string | null): Promise<string | null> {
  const rows = await sql<{ username: string }[]>`select username from trader where trader_id = ${traderId}`
  return rows[0]?.username ?? null
}
