import type { Queryable, Transaction } from '#server/database/database.ts'
import type { ClockSample } from '../rules/reception/clock.ts'
import type { LedgerTail } from '../rules/reception/receive.ts'
import type { PlanLine } from '../rules/counting/plan-lapse.ts'
import type { LedgerRecord } from '../rules/records.ts'
import { engineColumns, type EngineColumns, type IntakeColumns } from './sync/stored-state.ts'

/** The intake's queries: one statement for all requests of a flush. */

export interface OpenAccountRow extends EngineColumns, IntakeColumns {
  account_id: string
  platform: 'MT4' | 'MT5'
  server: string
  login: string
  company: string
  currency: string
  digits: number
  leverage: number | null
  trade_mode: 'real' | 'demo' | 'contest'
  margin_mode: string | null
  ea_version: string
  last_receipt_at: string
  sync_count: number
  first_snapshot_at: string | null
  imported_trades: number
  imported_net: number
  imported_since: string | null
}

export interface SenderRow {
  token_hash: string
  trader_id: string
  username: string
  deactivated: boolean
  plan_until: string | null
  declared_server: string
  declared_number: string
}

export type OpenSender = SenderRow & OpenAccountRow
export type Sender = OpenSender | (SenderRow & { account_id: null })

/**
 * The senders: token, trader, plan and the open account. Their rows are locked in the order of their ids: two flushes never block each
 * other.
 */
export function lockedSenders(tx: Transaction, tokenHashes: readonly string[]): Promise<Sender[]> {
  return tx<Sender[]>`
    with sender as materialized (
      select encode(token.token_hash, 'hex') as token_hash, trader_id, trader.username, trader.deactivated_at is not null as deactivated,
             plan.leaderboard_expires as plan_until,
             trader.broker_server as declared_server,
             trader.account_number as declared_number
        from unnest(${tokenHashes}::text[]) as sent(hash)
        join ea_token token on token.token_hash = decode(sent.hash, 'hex')
        join trader using (trader_id)
        join trader_plan plan using (trader_id)
    ), locked as materialized (
      select account_id, trader_id, platform, server, login, company, currency, digits, leverage, trade_mode, margin_mode,
             ea_version, last_receipt_at, sync_count, first_snapshot_at, imported_trades, imported_net, imported_since,
             intake_bytes, intake, ${engineColumns(tx, 'trading_account')}
        from trading_account
       where closed_at is null and trader_id = any (array(select trader_id from sender))
       order by account_id
         for update
    )
    select * from sender left join locked using (trader_id)`
}

export interface KnownRecordRow {
  account_id: string
  ticket: string
  before: LedgerRecord | null
  net: number
  revision: number
  late: boolean
  consumed: boolean
}

/** Stored records that requests name; `before` only where the content differs. */
export function knownRecords(
  tx: Transaction,
  named: readonly { account_id: string; ticket: string; hash: string }[],
): Promise<KnownRecordRow[]> {
  return tx<KnownRecordRow[]>`
    select account_id, ticket, net, revision, late, consumed,
           case when content_hash = decode(named.hash, 'hex') then null else record end as before
      from json_to_recordset(${JSON.stringify(named)}::text::json) as named(account_id uuid, ticket text, hash text)
      join ledger_record using (account_id, ticket)`
}

/** Sums over the stored records from a broker second on, and whether those before it were counted since t_0. */
export function ledgerTails(
  tx: Transaction,
  requested: readonly { account_id: string; first: number }[],
): Promise<(LedgerTail & { account_id: string })[]> {
  return tx<(LedgerTail & { account_id: string })[]>`
    select requested.account_id, tail.count, tail.net,
           exists (select 1 from ledger_record record join trading_account account using (account_id)
                    where record.account_id = requested.account_id and record.broker_time < requested.first * 1000
                      and not record.late and record.first_seen_at > account.first_snapshot_at) as hides
      from json_to_recordset(${JSON.stringify(requested)}::text::json) as requested(account_id uuid, first bigint)
     cross join lateral (
       select count(*) as count, coalesce(sum(net), 0) as net
         from ledger_record where account_id = requested.account_id and broker_time >= requested.first * 1000
     ) as tail`
}

/** The ledgers of plans of these traders, oldest line first. */
export async function planLines(tx: Transaction, traderIds: readonly string[]): Promise<Map<string, PlanLine[]>> {
  const rows = await tx<{ trader_id: string; tier: string; until_after: string; created_at: string }[]>`
    select trader_id, tier, until_after, created_at
      from entitlement_entry where trader_id = any (${traderIds}::uuid[])
     order by entry_id`
  const lines = rows.map(({ trader_id, tier, until_after, created_at }) => ({
    trader_id,
    tier,
    until_after: Date.parse(until_after),
    created_at: Date.parse(created_at),
  }))
  return Map.groupBy(lines, ({ trader_id }) => trader_id)
}

/** Records that no snapshot has counted yet. */
export function pendingRecords(
  tx: Transaction,
  accountIds: readonly string[],
): Promise<{ account_id: string; at: string; record: LedgerRecord }[]> {
  return tx<{ account_id: string; at: string; record: LedgerRecord }[]>`
    select account_id, at, record from ledger_record where account_id = any (${accountIds}::uuid[]) and not consumed`
}

/** The most accounts of a server whose clock is read. */
const clocksRead = 50

/**
 * The samples of the broker's clock from accounts of these servers: the newest accounts that showed any, platforms apart. A server is one
 * in each spelling; the rows name it as requested.
 */
export function shownClocks(
  tx: Transaction,
  servers: readonly { platform: string; server: string }[],
): Promise<{ platform: string; server: string; samples: ClockSample[] }[]> {
  return tx<{ platform: string; server: string; samples: ClockSample[] }[]>`
    select platform, server, shown.samples
      from json_to_recordset(${JSON.stringify(servers)}::text::json) as requested(platform text, server text)
     cross join lateral (
       select intake -> 'clock' -> 'samples' as samples
         from trading_account account
        where account.server_key = folded_server(requested.server) and account.platform = requested.platform and account.closed_at is null
          and intake -> 'clock' -> 'samples' -> 0 is not null
        order by account.last_receipt_at desc
        limit ${clocksRead}
     ) as shown`
}

export interface StatusRow {
  token_sealed: string | null
  token_created_at: string | null
  last_error: string | null
  last_error_at: string | null
  /** The last token was taken back because two senders used it in turn. */
  is_revoked: boolean
  account_id: string | null
  sync_count: number | null
  ea_version: string | null
  last_receipt_at: string | null
  first_snapshot_at: string | null
  state_bytes: IntakeColumns['state_bytes']
  intake_bytes: IntakeColumns['intake_bytes']
  intake: IntakeColumns['intake'] | null
}

/** The state of a trader's connection; undefined where there is no such trader. */
export async function connectionOf(sql: Queryable, traderId: string): Promise<StatusRow | undefined> {
  const [row] = await sql<StatusRow[]>`
    select token.token_sealed, token.created_at as token_created_at, token.last_error, token.last_error_at,
           token.trader_id is null and account.revoked_token is not null as is_revoked,
           account.account_id, account.sync_count, account.ea_version, account.last_receipt_at, account.first_snapshot_at,
           account.state_bytes, account.intake_bytes, account.intake
      from trader
      left join ea_token token using (trader_id)
      left join trading_account account on account.trader_id = trader.trader_id and account.closed_at is null
     where trader.trader_id = ${traderId}`
  return row
}

/** The end of a trader's right to sync; null without a plan. */
export async function planUntil(sql: Queryable, traderId: string): Promise<string | null> {
  const [row] = await sql<{ leaderboard_expires: string | null }[]>`
    select leaderboard_expires from trader_plan where trader_id = ${traderId}`
  return row?.leaderboard_expires ?? null
}

/** One token for each trader: a new one replaces the old one. True where there was one. */
export async function storeToken(
  sql: Queryable,
  token: { trader_id: string; hash: Buffer; sealed: string; at: string },
): Promise<boolean> {
  const [row] = await sql<{ replaced: boolean }[]>`
    with before as (select from ea_token where trader_id = ${token.trader_id})
    insert into ea_token (trader_id, token_hash, token_sealed, created_at)
    values (${token.trader_id}, ${token.hash}, ${token.sealed}, ${token.at})
    on conflict (trader_id) do update
      set token_hash = excluded.token_hash, token_sealed = excluded.token_sealed, created_at = excluded.created_at,
          replaced_hash = ea_token.token_hash, last_error = null, last_error_at = null
    returning exists (select from before) as replaced`
  return row?.replaced ?? false
}

/** Notes why a request was refused, for the owner. A repetition is written once a minute. */
export async function noteRefusals(
  sql: Queryable,
  refusals: readonly { hash: string; message: string }[],
  at: string,
): Promise<void> {
  await sql`
    update ea_token set last_error = refused.message, last_error_at = ${at}
      from json_to_recordset(${JSON.stringify(refusals)}::text::json) as refused(hash text, message text)
     where token_hash = decode(refused.hash, 'hex')
       and (last_error is distinct from refused.message or last_error_at < ${at}::timestamptz - interval '1 minute')`
}

/** Notes for its owner that a terminal still sends a replaced token. A repetition is written once a minute. */
export async function noteReplaced(sql: Queryable, hash: Buffer, message: string, at: string): Promise<void> {
  await sql`
    update ea_token set last_error = ${message}, last_error_at = ${at}
     where replaced_hash = ${hash}
       and (last_error is distinct from ${message} or last_error_at < ${at}::timestamptz - interval '1 minute')`
}

/** Takes back tokens that two senders used in turn. The bound account remembers its own, so that a terminal reads why. */
export async function revokeTokens(sql: Queryable, traderIds: readonly string[]): Promise<void> {
  if (traderIds.length === 0) return
  await sql`
    with revoked as (delete from ea_token where trader_id = any (${traderIds}::uuid[]) returning trader_id, token_hash)
    update trading_account account set revoked_token = revoked.token_hash
      from revoked where account.trader_id = revoked.trader_id and account.closed_at is null`
}

/** Whether the token was taken back because two senders used it. */
export async function wasRevoked(sql: Queryable, hash: Buffer): Promise<boolean> {
  const rows = await sql`select 1 from trading_account where revoked_token = ${hash}`
  return rows.length > 0
}

export async function tokenExists(sql: Queryable, hash: Buffer): Promise<boolean> {
  const rows = await sql`select 1 from ea_token where token_hash = ${hash}`
  return rows.length > 0
}

/** Removes points older than this that are not the last of their UTC day. A piece at a time: one statement has a few seconds. */
export async function thinPointsBefore(sql: Queryable, before: string): Promise<number> {
  let removed = 0
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const accounts = await sql<{ account_id: string }[]>`
      select account_id from trading_account where account_id > ${after} order by account_id limit ${accountsThinned}`
    const last = accounts.at(-1)
    if (last === undefined) return removed
    const gone = await sql`
      delete from account_point point
       where account_id = any (${accounts.map((account) => account.account_id)}::uuid[])
         and at < ${before} and at >= ${before}::timestamptz - ${thinnedAgain}::interval
         and exists (
           select 1 from account_point later
            where later.account_id = point.account_id and later.at > point.at
              and later.at < (date_trunc('day', point.at, 'UTC') + interval '1 day'))`
    removed += gone.count
    after = last.account_id
  }
}

/** Accounts in one statement, by their key: its duration does not grow with the table. */
const accountsThinned = 500
/** Older days are thin already; a job that did not run for weeks catches up. */
const thinnedAgain = '60 days'
