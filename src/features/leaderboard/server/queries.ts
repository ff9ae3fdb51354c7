import { eventShownDays, publicCodes, type FindingCode } from '#features/integrity/rules/catalogue.ts'
import { engineColumns, unpackEngine, type EngineColumns } from '#features/ea/server/sync/stored-state.ts'
import type { EngineState } from '#features/performance/rules/engine-state.ts'
import type { DailyRow } from '#features/performance/rules/rows.ts'
import { onlyRow, type Queryable } from '#server/database/database.ts'
import { dayText } from '#shared/dates.ts'

/** A trader with an account that synced at least once, and everything that the rules need to evaluate it. Instants are ISO texts. */
export interface TraderRow {
  trader_id: string
  username: string
  display_name: string
  country: string
  hide_amounts: boolean
  /** Nothing of the trader is public until the e-mail is proven. */
  email_awaited: boolean
  myfxbook_url: string | null
  created_at: string
  updated_at: string
  leaderboard_expires: string | null
  diamond_expires: string | null
  account_id: string
  platform: 'MT4' | 'MT5'
  currency: string
  digits: number
  trade_mode: 'real' | 'demo' | 'contest'
  sync_count: number
  last_receipt_at: string
  first_snapshot_at: string | null
  engine: EngineState | null
  /** The days before the newest one, packed (`recent-days.ts`); null for an account in its first day. */
  recent_days: Buffer | null
  /** Growth of the worst calendar month (UTC) before the newest row's; null where none has ended. */
  worst_month: number | null
  /** Witnessed trades closed in the last 90 days, and the median of their holding time in seconds. */
  recent_trades: number
  median_holding: number | null
  /** Instruments of those trades, in no order. */
  symbols: string[]
  flags: FindingCode[]
  /** The three at the next midnight (UTC), if nothing else happens until then; null where they were not asked for. */
  tomorrow: Pick<TraderRow, 'recent_trades' | 'median_holding' | 'flags'> | null
  /** A case holds the trader out of the ranking: one of this account or of an account that the trader closed. Upheld: a person confirmed it. */
  held: 'open' | 'upheld' | null
  upheld: boolean
  ownership_proven: boolean
  /** The end of the newest match with an external source; null without one. */
  match_until: string | null
  /** The history from before the first snapshot that the match lets count. */
  imported: ImportedRow | null
  /** Set when the trader closed the account and no other account has synced since. */
  closed_at: string | null
}

/** The stored imported history. The two figures cover the 90 days with imported trades included. */
interface ImportedRow {
  profit_high: number
  days: DayCells[]
  /** Every witnessed row of the account. */
  witnessed: DayCells[]
  recent_trades: number
  median_holding: number | null
}

/** A trader as read, before the engine's stored state is checked. */
export type StoredTrader = Omit<TraderRow, 'engine'> & EngineColumns

/** @throws as `unpackEngine`, for this trader alone, so that the others that were read with it go on */
export function readTraderRow(row: StoredTrader): TraderRow {
  return { ...row, engine: unpackEngine(row) }
}

/** A daily row as an array: a fifth of the text of an object, which counts for tens of thousands of rows. */
type DayCells = [
  day: number,
  equity_start: number,
  equity_end: number,
  balance_end: number,
  inflow: number,
  outflow: number,
  growth: number,
  high: number,
  low: number,
  drawdown: number,
  trades: number,
  wins: number,
  counted: number,
  counted_wins: number,
  profit: number,
  drawdown_end: number,
]

export function dailyRow(cells: DayCells): DailyRow {
  const [day, equity_start, equity_end, balance_end, inflow, outflow, growth, high, low, drawdown, ...counts] = cells
  const [trades, wins, counted, counted_wins, profit, drawdown_end] = counts
  return {
    day,
    equity_start,
    equity_end,
    balance_end,
    inflow,
    outflow,
    growth,
    high,
    low,
    drawdown,
    trades,
    wins,
    counted,
    counted_wins,
    profit,
    drawdown_end,
  }
}

/** Traders of one statement: a million at once take longer than a statement may. */
const idsAtOnce = 10_000

/**
 * Every trader who belongs in the list at `now`, page by page: active plan, neither deactivated nor of an unproven e-mail, an account that
 * synced. Who begins to belong meanwhile may be missing: the log of changes names them.
 */
export async function* listedTraderIds(sql: Queryable, now: number): AsyncGenerator<string[]> {
  let after: string | null = '00000000-0000-0000-0000-000000000000'
  while (after !== null) {
    // One text: a row for each of them would cost ten times as much.
    const rows: { ids: string | null; last: string | null }[] = await sql`
      with slice as materialized (
        select trader_id, deactivated_at is null and email_proof <> 'awaited' as is_shown from trader
         where trader_id > ${after} order by trader_id limit ${idsAtOnce}
      )
      select string_agg(slice.trader_id::text, ' ') filter (
               where slice.is_shown and plan.leaderboard_expires > ${new Date(now).toISOString()}::timestamptz
                 and exists (select from trading_account account where account.trader_id = slice.trader_id
                                and account.closed_at is null and account.sync_count > 0)) as ids,
             (select trader_id from slice order by trader_id desc limit 1) as last
        from slice
        join trader_plan plan using (trader_id)`
    const { ids, last } = onlyRow(rows)
    if (ids !== null) yield ids.split(' ')
    after = last
  }
}

/** The account that represents `trader` among those that synced: the bound one, else the one that was closed last. */
const shownAccount = (sql: Queryable) => sql`
  lateral (
    select of_trader.account_id from trading_account of_trader
     where of_trader.trader_id = trader.trader_id and of_trader.sync_count > 0
     order by of_trader.closed_at desc nulls first limit 1
  ) shown`

/** A daily row of `daily` as `DayCells`. @param drawdownEnd its last cell; null in rows that version 1 of the formula wrote */
const dayCells = (sql: Queryable, drawdownEnd: ReturnType<Queryable>) => sql`
  json_build_array(
    daily.day - date '1970-01-01', daily.equity_start, daily.equity_end, daily.balance_end, daily.inflow, daily.outflow,
    daily.growth, daily.high, daily.low, daily.drawdown, daily.trades, daily.wins, daily.counted, daily.counted_wins,
    daily.profit, ${drawdownEnd})`

/**
 * Codes of the public findings of `account`: events for a year, states while they last, findings of a snapshot while it is the last one.
 * Findings that a person cleared are left out. @param today UTC day
 */
const shownFlags = (sql: Queryable, today: number) => sql`
  array(
    select tag.code from integrity_tag tag
     where tag.account_id = account.account_id
       and (tag.code = any(${publicCodes('event')}) and tag.last_at >= ${dayText(today - eventShownDays)}::date
            or tag.code = any(${publicCodes('state')}) and tag.cleared_at is null
            or tag.code = any(${publicCodes('sync')}) and tag.last_at >= account.last_snapshot_at)
       and not exists (
         select from dismissed_finding dismissed
          where dismissed.account_id = tag.account_id and dismissed.code = tag.code)
     order by tag.code)`

/**
 * The named traders, whatever their plan. Traders who are deactivated or whose account never synced are left out.
 * One statement, so that an account and its rows are of one moment.
 * @param today UTC day on which the 90-day window ends
 * @param ahead the figures of the next midnight are read, too
 */
export async function tradersById(
  sql: Queryable,
  ids: readonly string[],
  today: number,
  ahead = false,
): Promise<StoredTrader[]> {
  // A list of one looks cheaper with a plan of its own each time, and planning takes six times as long as reading.
  const [one, ...more] = ids
  return sql<StoredTrader[]>`
    select trader.trader_id, trader.username, trader.display_name, trader.country, trader.hide_amounts,
           trader.email_proof = 'awaited' as email_awaited,
           trader.myfxbook_url, trader.created_at, trader.updated_at,
           plan.leaderboard_expires, plan.diamond_expires,
           account.account_id, account.platform, account.currency, account.digits, account.trade_mode,
           account.sync_count, account.last_receipt_at, account.first_snapshot_at, account.closed_at,
           ${engineColumns(sql, 'account')}, packed.days as recent_days, packed.worst_month, recent.recent_trades,
           recent.median_holding, recent.symbols,
           ${shownFlags(sql, today)} as flags,
           ${ahead ? sql`json_build_object('recent_trades', recent.later_trades, 'median_holding', recent.later_holding, 'flags', ${shownFlags(sql, today + 1)})` : sql`null::json`} as tomorrow,
           held.held, held.upheld,
           proof.proven_at is not null as ownership_proven, matched.valid_until as match_until,
           before.imported
      from trader
      join trader_plan plan using (trader_id)
      join ${shownAccount(sql)} on true
      join trading_account account using (account_id)
      left join recent_days packed on packed.account_id = account.account_id
      cross join lateral (
        -- A hold is not left behind with the account that it was found on.
        select case when bool_or(held_case.decision is null) then 'open' when count(*) > 0 then 'upheld' end as held,
               coalesce(bool_or(held_case.decision = 'upheld' and account_id = account.account_id), false) as upheld
          from trading_account of_trader join integrity_case held_case using (account_id)
         where of_trader.trader_id = trader.trader_id and held_case.holds and (held_case.decision is null or held_case.decision = 'upheld')
      ) held
      left join ownership_proof proof on proof.account_id = account.account_id
      left join lateral (
        select max(valid_until) as valid_until from external_match
         where external_match.account_id = account.account_id and accepted and revoked_at is null
      ) matched on true
      left join lateral (
        select json_build_object('profit_high', max(daily.profit_high), 'days', json_agg(${dayCells(sql, sql`0`)} order by daily.day),
                 'witnessed', (
                   select json_agg(${dayCells(sql, sql`coalesce(daily.drawdown_end, 0)`)} order by daily.day)
                     from daily_row_now daily where daily.account_id = account.account_id),
                 'recent_trades', max(recent.recent_trades), 'median_holding', max(recent.median_holding)) as imported
          from imported_row daily
         cross join lateral ${recentTrades(sql, today, ['witnessed', 'imported'])} recent
         where daily.account_id = account.account_id and matched.valid_until >= ${dayText(today)}::date
        having count(*) > 0
      ) before on true
      cross join lateral ${recentTrades(sql, today, ['witnessed'])} recent
     where ${one === undefined || more.length > 0 ? sql`trader.trader_id = any(${[...ids]}::uuid[])` : sql`trader.trader_id = ${one}`}
       and trader.deactivated_at is null`
}

/** The number of trades of `account` closed in 90 days, and the median of their holding time in seconds; both as of tomorrow, too. */
const recentTrades = (sql: Queryable, today: number, origins: string[]) => {
  const since = (day: number) => `${dayText(day)}T00:00:00Z`
  const later = sql`trade.close_at >= ${since(today - 88)}::timestamptz`
  const median = sql`
    percentile_cont(0.5) within group (order by extract(epoch from trade.close_at - trade.open_at)::float8)`
  return sql`
  (
    select count(*)::int as recent_trades, ${median} as median_holding,
           coalesce(array_agg(distinct trade.symbol), '{}') as symbols,
           count(*) filter (where ${later})::int as later_trades, ${median} filter (where ${later}) as later_holding
      from trade
     where trade.account_id = account.account_id and trade.close_at >= ${since(today - 89)}::timestamptz
       and trade.origin = any(${origins})
  )`
}

/** A trader, with a version that changes whenever the trader, the account or the plan does. */
export interface KnownTrader {
  trader_id: string
  version: string
}

/**
 * Null for unknown and deactivated users, and for a user who never had a plan and a first sync. One look-up by index.
 * @param reader the public knows nobody whose e-mail waits for its proof; the owner reads the own figures
 */
export async function knownTrader(
  sql: Queryable,
  username: string,
  reader: 'public' | 'owner' = 'public',
): Promise<KnownTrader | null> {
  // PostgreSQL's text holds no NUL: no name contains one.
  if (username.includes('\0')) return null
  const rows = await sql<KnownTrader[]>`
    select trader.trader_id,
           concat_ws(' ', trader.xmin, account.account_id, account.xmin, integrity.xmin, plan.leaderboard_expires,
                     plan.diamond_expires, showcase.showcase_id) as version
      from trader
      join trader_plan plan using (trader_id)
      join ${shownAccount(sql)} on true
      join trading_account account using (account_id)
      left join account_integrity integrity on integrity.account_id = account.account_id
      left join showcase on showcase.trader_id = trader.trader_id and showcase.published_version is not null
     where lower(trader.username) = ${username} and trader.deactivated_at is null
       and (${reader === 'owner'} or trader.email_proof <> 'awaited')
       and plan.leaderboard_expires is not null`
  return rows[0] ?? null
}
