import type { DailyRow } from '#features/performance/rules/rows.ts'
import type { Transaction } from '#server/database/database.ts'
import { dayText, instantText } from '#shared/dates.ts'
import type { Received } from '../../rules/reception/receive.ts'
import { unobservedDays } from '../../rules/counting/unobserved-days.ts'
import { isTrade, ledgerNet, recordMillis, type LedgerRecord } from '../../rules/records.ts'
import type { SyncOutcome } from '../../rules/counting/count-sync.ts'
import type { AccountState } from '../../rules/state.ts'
import type { SyncRequest } from '../../sync-contract.ts'
import type { Sender } from '../queries.ts'
import { contentHash } from './content.ts'
import type { PackedState } from './stored-state.ts'

/** The intake's writes of records and what is derived from them: one statement a table for all requests of a flush. */

/** One received request and its results. */
export interface Sync {
  account_id: string
  trader_id: string
  /** The row that the sync found: without an account, this is the first request of a new one. */
  sender: Sender
  account: AccountState
  request: SyncRequest
  received: Received
  outcome: SyncOutcome
  state: PackedState
}

/** Rows in one statement: far below a statement's time limit. */
const rowsAtOnce = 4_000

async function inPieces<Row>(rows: readonly Row[], write: (json: string) => PromiseLike<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await write(JSON.stringify(rows.slice(start, start + rowsAtOnce)))
  }
}

/** Writes new records, changed records, and the marks of those that this flush's snapshots counted or that a roll-up's rows are. */
export async function writeRecords(tx: Transaction, syncs: readonly Sync[]): Promise<void> {
  const counted = syncs
    .filter(({ account, outcome }) => outcome.snapshot !== null && account.intake.pending > 0)
    .map((sync) => sync.account_id)
  if (counted.length > 0) {
    await tx`update ledger_record set consumed = true where account_id = any (${counted}::uuid[]) and not consumed`
  }
  const rolled = syncs.flatMap(({ account_id, received }) => received.rolled.map((ticket) => ({ account_id, ticket })))
  await inPieces(
    rolled,
    (json) => tx`
    update ledger_record as stored set late = true, consumed = true
      from json_to_recordset(${json}::text::json) as rolled(account_id uuid, ticket text)
     where stored.account_id = rolled.account_id and stored.ticket = rolled.ticket`,
  )
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

type StoredRow = DailyRow & { account_id: string }

const withDayText = (rows: readonly StoredRow[]) => rows.map((row) => ({ ...row, day: dayText(row.day) }))

const touchedRows = (tx: Transaction, json: string) => tx`
  json_to_recordset(${json}::text::json) as touched(account_id uuid, day date, equity_start float8, equity_end float8,
    balance_end float8, inflow float8, outflow float8, growth float8, high float8, low float8, drawdown float8,
    trades integer, wins integer, counted float8, counted_wins float8, profit float8, drawdown_end float8)`

/** Stores daily rows, whole. */
export async function writeRows(tx: Transaction, rows: readonly StoredRow[]): Promise<void> {
  await inPieces(
    withDayText(rows),
    (json) => tx`
    insert into daily_row (account_id, day, equity_start, equity_end, balance_end, inflow, outflow, growth, high, low,
                           drawdown, trades, wins, counted, counted_wins, profit, drawdown_end)
    select * from ${touchedRows(tx, json)}
        on conflict (account_id, day) do update
       set equity_start = excluded.equity_start, equity_end = excluded.equity_end, balance_end = excluded.balance_end,
           inflow = excluded.inflow, outflow = excluded.outflow, growth = excluded.growth, high = excluded.high,
           low = excluded.low, drawdown = excluded.drawdown, trades = excluded.trades, wins = excluded.wins,
           counted = excluded.counted, counted_wins = excluded.counted_wins, profit = excluded.profit,
           drawdown_end = excluded.drawdown_end`,
  )
}

/** Replaces rows of days that have one: an update writes less than an insert that finds the row. */
async function updateRows(tx: Transaction, rows: readonly StoredRow[]): Promise<void> {
  if (rows.length === 0) return
  const { count } = await tx`
    update daily_row as stored
       set equity_start = touched.equity_start, equity_end = touched.equity_end, balance_end = touched.balance_end,
           inflow = touched.inflow, outflow = touched.outflow, growth = touched.growth, high = touched.high,
           low = touched.low, drawdown = touched.drawdown, trades = touched.trades, wins = touched.wins,
           counted = touched.counted, counted_wins = touched.counted_wins, profit = touched.profit,
           drawdown_end = touched.drawdown_end
      from ${touchedRows(tx, JSON.stringify(withDayText(rows)))}
     where stored.account_id = touched.account_id and stored.day = touched.day`
  // A day without a row is none that a sync began.
  if (count < rows.length) await writeRows(tx, rows)
}

export async function writeFigures(tx: Transaction, syncs: readonly Sync[]): Promise<void> {
  const begun: StoredRow[] = []
  const added: StoredRow[] = []
  for (const { account_id, account, outcome } of syncs) {
    const newest = account.engine?.row.day ?? -Infinity
    for (const row of outcome.rows) (row.day <= newest ? begun : added).push({ account_id, ...row })
  }
  await Promise.all([updateRows(tx, begun), writeRows(tx, added)])
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
  const unobserved = syncs.flatMap(({ account_id, account, outcome }) => {
    if (account.engine === null || outcome.snapshot === null) return []
    const days = unobservedDays(account.engine.snapshot.t, outcome.snapshot.t)
    return days === null ? [] : [{ account_id, from_day: dayText(days.from_day), to_day: dayText(days.to_day) }]
  })
  await inPieces(
    unobserved,
    (json) => tx`
    insert into unobserved_days (account_id, from_day, to_day)
    select account_id, from_day, to_day
      from json_to_recordset(${json}::text::json) as ended(account_id uuid, from_day date, to_day date)
        on conflict (account_id, from_day) do nothing`,
  )
}
