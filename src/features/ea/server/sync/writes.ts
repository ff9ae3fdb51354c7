import type { DailyRow } from '#features/performance/rules/rows.ts'
import type { Transaction } from '#server/database/database.ts'
import { dayText, instantText } from '#shared/dates.ts'
import type { Received } from '../../rules/reception/receive.ts'
import { isTrade, ledgerNet, recordMillis, type LedgerRecord } from '../../rules/records.ts'
import type { SyncOutcome } from '../../rules/counting/count-sync.ts'
import type { SyncRequest } from '../../sync-contract.ts'
import { contentHash } from './content.ts'

/** The intake's writes: one statement a table for all requests of a flush. */

/** One received request and its results. */
export interface Sync {
  account_id: string
  trader_id: string
  /** First request of this account: its row is inserted. */
  binds: boolean
  request: SyncRequest
  received: Received
  outcome: SyncOutcome
}

/** Rows in one statement: far below a statement's time limit. */
const rowsAtOnce = 4_000

async function inPieces<Row>(rows: readonly Row[], write: (json: string) => PromiseLike<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await write(JSON.stringify(rows.slice(start, start + rowsAtOnce)))
  }
}

function accountRow({ account_id, trader_id, request, outcome }: Sync) {
  const { account, snapshot } = outcome
  const { engine, imported } = account
  return {
    account_id,
    trader_id,
    platform: account.platform,
    server: request.account.server,
    login: request.account.login,
    company: request.account.company,
    currency: account.currency,
    digits: request.account.digits,
    leverage: request.account.leverage ?? null,
    trade_mode: account.trade_mode,
    margin_mode: request.account.margin_mode ?? null,
    last_receipt_at: instantText(account.last_receipt),
    sync_count: account.sync_count,
    ea_version: request.ea.version,
    first_snapshot_at: instantText(account.first_snapshot),
    last_snapshot_at: instantText(snapshot?.t ?? null),
    balance: snapshot?.balance ?? null,
    // Own equity is `equity - credit` (`docs/ranking.md` 3.3).
    equity: snapshot === null ? null : snapshot.equity + request.snapshot.credit,
    credit: snapshot === null ? null : request.snapshot.credit,
    floating: snapshot === null ? null : snapshot.equity - snapshot.balance,
    total_profit: engine?.profit_total ?? 0,
    profit_max: engine?.profit_max ?? 0,
    imported_trades: imported.trades,
    imported_net: imported.net,
    imported_since: instantText(imported.since),
    engine,
    intake: account.intake,
  }
}

/** Makes the rows of accounts that sync for the first time; the trader's declared account is replaced by the real one. */
export async function bindAccounts(tx: Transaction, syncs: readonly Sync[]): Promise<void> {
  const rows = syncs.filter((sync) => sync.binds).map(accountRow)
  if (rows.length === 0) return
  const json = JSON.stringify(rows)
  await tx`
    insert into trading_account (account_id, trader_id, platform, server, login, company, currency, digits, trade_mode,
                                 bound_at, last_receipt_at, ea_version, intake)
    select account_id, trader_id, platform, server, login, company, currency, digits, trade_mode,
           last_receipt_at, last_receipt_at, ea_version, intake
      from json_to_recordset(${json}::text::json) as bound(account_id uuid, trader_id uuid, platform text, server text,
           login text, company text, currency text, digits smallint, trade_mode text, last_receipt_at timestamptz,
           ea_version text, intake jsonb)`
  await tx`
    update trader set broker_server = bound.server, account_number = bound.login, updated_at = bound.last_receipt_at
      from json_to_recordset(${json}::text::json)
           as bound(trader_id uuid, server text, login text, last_receipt_at timestamptz)
     where trader.trader_id = bound.trader_id
       and (trader.broker_server, trader.account_number) is distinct from (bound.server, bound.login)`
}

export async function updateAccounts(tx: Transaction, syncs: readonly Sync[]): Promise<void> {
  await inPieces(
    syncs.map(accountRow),
    (json) => tx`
    update trading_account as account
       set company = now.company, digits = now.digits, leverage = now.leverage,
           margin_mode = now.margin_mode, last_receipt_at = now.last_receipt_at, sync_count = now.sync_count,
           ea_version = now.ea_version, first_snapshot_at = now.first_snapshot_at,
           last_snapshot_at = coalesce(now.last_snapshot_at, account.last_snapshot_at),
           balance = coalesce(now.balance, account.balance), equity = coalesce(now.equity, account.equity),
           credit = coalesce(now.credit, account.credit), floating = coalesce(now.floating, account.floating),
           -- The first snapshot stays: from there on a matched history is joined to the witnessed one.
           opening_balance = case when account.first_snapshot_at is null then now.balance else account.opening_balance end,
           opening_equity = case when account.first_snapshot_at is null then now.equity else account.opening_equity end,
           opening_credit = case when account.first_snapshot_at is null then now.credit else account.opening_credit end,
           total_profit = now.total_profit, profit_max = now.profit_max, imported_trades = now.imported_trades,
           imported_net = now.imported_net, imported_since = now.imported_since, engine = now.engine,
           intake = now.intake
      from json_to_recordset(${json}::text::json) as now(account_id uuid, company text, digits smallint,
           leverage integer, margin_mode text, last_receipt_at timestamptz, sync_count bigint,
           ea_version text, first_snapshot_at timestamptz, last_snapshot_at timestamptz, balance float8, equity float8,
           credit float8, floating float8, total_profit float8, profit_max float8, imported_trades integer,
           imported_net float8, imported_since timestamptz, engine jsonb, intake jsonb)
     where account.account_id = now.account_id`,
  )
}

/** Writes new records, changed records, and the marks of those that this flush's snapshots counted. */
export async function writeRecords(tx: Transaction, syncs: readonly Sync[]): Promise<void> {
  const counted = syncs.filter(({ outcome }) => outcome.snapshot !== null).map((sync) => sync.account_id)
  if (counted.length > 0) {
    await tx`update ledger_record set consumed = true where account_id = any (${counted}::uuid[]) and not consumed`
  }
  const fresh = syncs.flatMap(({ account_id, received, outcome }) =>
    received.fresh.map(({ record, at, late }) => ({
      ...recordColumns(account_id, record),
      at: instantText(at),
      first_seen_at: instantText(received.receipt),
      late,
      consumed: late || outcome.snapshot !== null,
    })),
  )
  await inPieces(
    fresh,
    (json) => tx`
    insert into ledger_record (account_id, ticket, broker_time, at, first_seen_at, content_hash, net, late, consumed, record)
    select account_id, ticket, broker_time, at, first_seen_at, decode(hash, 'hex'), net, late, consumed, record
      from json_to_recordset(${json}::text::json) as fresh(account_id uuid, ticket text, broker_time bigint,
           at timestamptz, first_seen_at timestamptz, hash text, net float8, late boolean, consumed boolean, record jsonb)`,
  )
  const changed = syncs.flatMap(({ account_id, received }) =>
    received.changed.map(({ record, before, revision, grave }) => ({
      ...recordColumns(account_id, record),
      before,
      revision,
      grave,
      replaced_at: instantText(received.receipt),
    })),
  )
  await inPieces(
    changed,
    (json) => tx`
    with changed as (
      select * from json_to_recordset(${json}::text::json) as changed(account_id uuid, ticket text, broker_time bigint,
             hash text, net float8, record jsonb, before jsonb, revision integer, grave boolean, replaced_at timestamptz)
    ), revised as (
      insert into record_revision (account_id, ticket, revision, record, replaced_at, grave)
      select account_id, ticket, revision - 1, before, replaced_at, grave from changed
    )
    update ledger_record as stored
       set broker_time = changed.broker_time, content_hash = decode(changed.hash, 'hex'), net = changed.net,
           record = changed.record, revision = changed.revision
      from changed where stored.account_id = changed.account_id and stored.ticket = changed.ticket`,
  )
}

function recordColumns(account_id: string, record: LedgerRecord) {
  const { ticket } = record
  return {
    account_id,
    ticket,
    broker_time: recordMillis(record),
    hash: contentHash(record),
    net: ledgerNet(record),
    record,
  }
}

/** Trades and balance operations as derived; a changed record shows its newest figures in the lists. */
export async function writeDerived(tx: Transaction, syncs: readonly Sync[]): Promise<void> {
  const trades = syncs.flatMap(({ account_id, outcome }) =>
    outcome.trades.map(({ ticket, symbol, side, volume, open, close, net, origin }) => ({
      account_id,
      ticket,
      symbol,
      side,
      volume,
      open_at: instantText(open),
      close_at: instantText(close),
      net,
      origin,
    })),
  )
  await inPieces(
    trades,
    (json) => tx`
    insert into trade (account_id, ticket, symbol, side, volume, open_at, close_at, net, origin)
    select account_id, ticket, symbol, side, volume, open_at, close_at, net, origin
      from json_to_recordset(${json}::text::json) as derived(account_id uuid, ticket text, symbol text, side text,
           volume float8, open_at timestamptz, close_at timestamptz, net float8, origin text)
        on conflict (account_id, ticket) do nothing`,
  )
  const changed = syncs.flatMap(({ account_id, received }) =>
    received.changed
      .filter(({ consumed, before }) => consumed && isTrade(before))
      .map(({ record, difference }) => ({
        account_id,
        ticket: record.ticket,
        symbol: record.symbol,
        volume: 'lots' in record ? record.lots : null,
        difference,
      })),
  )
  await inPieces(
    changed,
    (json) => tx`
    update trade set net = trade.net + changed.difference, symbol = changed.symbol,
                     volume = coalesce(changed.volume, trade.volume)
      from json_to_recordset(${json}::text::json) as changed(account_id uuid, ticket text, symbol text, volume float8,
           difference float8)
     where trade.account_id = changed.account_id and trade.ticket = changed.ticket`,
  )
  const operations = syncs.flatMap(({ account_id, outcome }) =>
    outcome.operations.map(({ t, ...operation }) => ({ account_id, ...operation, at: instantText(t) })),
  )
  await inPieces(
    operations,
    (json) => tx`
    insert into balance_operation (account_id, ticket, at, type, amount, origin)
    select account_id, ticket, at, type, amount, origin
      from json_to_recordset(${json}::text::json) as derived(account_id uuid, ticket text, at timestamptz, type text,
           amount float8, origin text)
        on conflict (account_id, ticket) do nothing`,
  )
}

/** Stores daily rows, whole. */
export async function writeRows(tx: Transaction, rows: readonly (DailyRow & { account_id: string })[]): Promise<void> {
  await inPieces(
    rows.map((row) => ({ ...row, day: dayText(row.day) })),
    (json) => tx`
    insert into daily_row (account_id, day, equity_start, equity_end, balance_end, inflow, outflow, growth, high, low,
                           drawdown, trades, wins, counted, counted_wins, profit, drawdown_end)
    select * from json_to_recordset(${json}::text::json) as touched(account_id uuid, day date, equity_start float8,
           equity_end float8, balance_end float8, inflow float8, outflow float8, growth float8, high float8, low float8,
           drawdown float8, trades integer, wins integer, counted float8, counted_wins float8, profit float8,
           drawdown_end float8)
        on conflict (account_id, day) do update
       set equity_start = excluded.equity_start, equity_end = excluded.equity_end, balance_end = excluded.balance_end,
           inflow = excluded.inflow, outflow = excluded.outflow, growth = excluded.growth, high = excluded.high,
           low = excluded.low, drawdown = excluded.drawdown, trades = excluded.trades, wins = excluded.wins,
           counted = excluded.counted, counted_wins = excluded.counted_wins, profit = excluded.profit,
           drawdown_end = excluded.drawdown_end`,
  )
}

export async function writeFigures(tx: Transaction, syncs: readonly Sync[]): Promise<void> {
  await writeRows(
    tx,
    syncs.flatMap(({ account_id, outcome }) => outcome.rows.map((row) => ({ account_id, ...row }))),
  )
  const points = syncs.flatMap(({ account_id, outcome }) =>
    outcome.points.map((point) => ({ account_id, ...point, at: instantText(point.at) })),
  )
  await inPieces(
    points,
    (json) => tx`
    insert into account_point (account_id, at, balance, equity, equity_low, equity_high)
    select account_id, at, balance, equity, low, high
      from json_to_recordset(${json}::text::json) as point(account_id uuid, at timestamptz, balance float8,
           equity float8, low float8, high float8)
        on conflict (account_id, at) do nothing`,
  )
}
