import type { Transaction } from '#server/database/database.ts'
import { joined } from '#server/database/packing/packing.ts'
import { dayText, instantText } from '#shared/dates.ts'
import { changedReadIntake, isDescribedAnew, statedEquity } from './account-state.ts'
import { readIntakeOf, todayColumns } from './stored-state.ts'
import type { Sync } from './writes.ts'

/** The intake's writes to the accounts: one statement a table for all requests of a flush. */

/** Makes the rows of accounts that sync for the first time; the trader's declared account is replaced by the real one. */
export async function bindAccounts(tx: Transaction, syncs: readonly Sync[]): Promise<void> {
  const rows = syncs
    .filter(({ sender }) => sender.account_id === null)
    .map(({ account_id, trader_id, request, outcome: { account } }) => ({
      account_id,
      trader_id,
      platform: account.platform,
      server: request.account.server,
      login: request.account.login,
      company: request.account.company,
      currency: account.currency,
      digits: request.account.digits,
      trade_mode: account.trade_mode,
      last_receipt_at: instantText(account.last_receipt),
      ea_version: request.ea.version,
      intake: readIntakeOf(account.intake),
    }))
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

/**
 * Writes what nearly each sync changes: figures, time and state. No index has one of these columns, so that
 * the row is replaced within its page.
 * @returns the version (`xmin`) of all that this transaction writes
 */
export async function updateAccounts(tx: Transaction, syncs: readonly Sync[]): Promise<string | undefined> {
  if (syncs.length === 0) return undefined
  const of = <T>(value: (sync: Sync) => T): T[] => syncs.map(value)
  const states = joined(of(({ state }) => state.bytes))
  const today = syncs.map(({ outcome: { account } }) => todayColumns(account.engine))
  const [written] = await tx<{ version: string }[]>`
    update trading_account as account
       set last_receipt_at = now.last_receipt_at, sync_count = account.sync_count + 1,
           last_snapshot_at = coalesce(now.last_snapshot_at, account.last_snapshot_at),
           balance = coalesce(now.balance, account.balance), equity = coalesce(now.equity, account.equity),
           credit = coalesce(now.credit, account.credit), floating = coalesce(now.floating, account.floating),
           total_profit = now.total_profit, profit_max = now.profit_max,
           engine = '{}', engine_bytes = null, intake = coalesce(now.intake, account.intake), intake_bytes = null,
           state_bytes = substring(${states.bytes}::bytea from now.state_at for now.state_length),
           today = now.today, today_equity_end = now.today_equity_end, today_growth = now.today_growth,
           today_high = now.today_high, today_low = now.today_low, today_drawdown = now.today_drawdown,
           today_drawdown_end = now.today_drawdown_end
      from unnest(
             ${of(({ account_id }) => account_id)}::uuid[],
             ${of(({ outcome }) => instantText(outcome.account.last_receipt))}::timestamptz[],
             ${of(({ outcome }) => instantText(outcome.snapshot?.t ?? null))}::timestamptz[],
             ${of(({ outcome }) => outcome.snapshot?.balance ?? null)}::float8[],
             ${of(statedEquity)}::float8[],
             ${of(({ outcome, request }) => (outcome.snapshot === null ? null : request.snapshot.credit))}::float8[],
             ${of(({ outcome: { snapshot } }) => snapshot && snapshot.equity - snapshot.balance)}::float8[],
             ${of(({ outcome }) => outcome.account.engine?.profit_total ?? 0)}::float8[],
             ${of(({ outcome }) => outcome.account.engine?.profit_max ?? 0)}::float8[],
             ${of(changedReadIntake)}::jsonb[], ${states.starts}::int[], ${states.lengths}::int[],
             ${of(({ outcome: { account } }) => account.engine && dayText(account.engine.row.day))}::date[],
             ${today.map((columns) => columns.today_equity_end)}::float8[],
             ${today.map((columns) => columns.today_growth)}::float8[], ${today.map((columns) => columns.today_high)}::float8[],
             ${today.map((columns) => columns.today_low)}::float8[],
             ${today.map((columns) => columns.today_drawdown)}::float8[],
             ${today.map((columns) => columns.today_drawdown_end)}::float8[]
           ) as now(account_id, last_receipt_at, last_snapshot_at, balance, equity, credit, floating, total_profit,
                    profit_max, intake, state_at, state_length, today, today_equity_end, today_growth, today_high, today_low,
                    today_drawdown, today_drawdown_end)
     where account.account_id = now.account_id
    returning account.xmin::text as version`
  return written?.version
}

/** Writes the rest of the row where it differs: how the terminal describes the account, and what its first snapshot fixed. */
export async function describeAccounts(tx: Transaction, syncs: readonly Sync[]): Promise<void> {
  const rows = syncs.filter(isDescribedAnew).map((sync) => {
    const { account_id, account: before, request, outcome } = sync
    const { account, snapshot } = outcome
    const opening = before.first_snapshot === null ? snapshot : null
    return {
      account_id,
      company: request.account.company,
      digits: request.account.digits,
      leverage: request.account.leverage ?? null,
      margin_mode: request.account.margin_mode ?? null,
      ea_version: request.ea.version,
      first_snapshot_at: instantText(account.first_snapshot),
      opening_balance: opening?.balance ?? null,
      opening_equity: opening && statedEquity(sync),
      opening_credit: opening && request.snapshot.credit,
      imported_trades: account.imported.trades,
      imported_net: account.imported.net,
      imported_since: instantText(account.imported.since),
    }
  })
  if (rows.length === 0) return
  await tx`
    update trading_account as account
       set company = now.company, digits = now.digits, leverage = now.leverage, margin_mode = now.margin_mode,
           ea_version = now.ea_version, first_snapshot_at = now.first_snapshot_at,
           -- The first snapshot stays: from there on a matched history is joined to the witnessed one.
           opening_balance = coalesce(now.opening_balance, account.opening_balance),
           opening_equity = coalesce(now.opening_equity, account.opening_equity),
           opening_credit = coalesce(now.opening_credit, account.opening_credit),
           imported_trades = now.imported_trades, imported_net = now.imported_net, imported_since = now.imported_since
      from json_to_recordset(${JSON.stringify(rows)}::text::json) as now(account_id uuid, company text, digits smallint,
           leverage integer, margin_mode text, ea_version text, first_snapshot_at timestamptz, opening_balance float8,
           opening_equity float8, opening_credit float8, imported_trades integer, imported_net float8,
           imported_since timestamptz)
     where account.account_id = now.account_id`
}
