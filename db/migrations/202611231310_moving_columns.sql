-- contract: the program before reads and writes the same names, but not the states in two parts that this one packs.
-- What each sync changes stands together at the end of the row (docs/decisions/041-what-moves-stands-together.md): PostgreSQL's log leaves
-- out the bytes with which a replaced row begins and ends as before.
alter table trading_account disable trigger trading_account_logs_update;
alter table trading_account
  add column moved_intake_bytes bytea,
  add column moved_last_receipt_at timestamptz,
  add column moved_sync_count bigint not null default 0,
  add column moved_last_snapshot_at timestamptz,
  add column moved_balance float8,
  add column moved_equity float8,
  add column moved_credit float8,
  add column moved_floating float8,
  add column moved_total_profit float8 not null default 0,
  add column moved_profit_max float8 not null default 0,
  add column moved_engine_bytes bytea;
update trading_account
   set moved_intake_bytes = intake_bytes, moved_last_receipt_at = last_receipt_at, moved_sync_count = sync_count,
       moved_last_snapshot_at = last_snapshot_at, moved_balance = balance, moved_equity = equity, moved_credit = credit,
       moved_floating = floating, moved_total_profit = total_profit, moved_profit_max = profit_max,
       moved_engine_bytes = engine_bytes;
alter table trading_account
  alter column moved_last_receipt_at set not null,
  drop column intake_bytes, drop column last_receipt_at, drop column sync_count, drop column last_snapshot_at,
  drop column balance, drop column equity, drop column credit, drop column floating, drop column total_profit,
  drop column profit_max, drop column engine_bytes;
alter table trading_account rename column moved_intake_bytes to intake_bytes;
alter table trading_account rename column moved_last_receipt_at to last_receipt_at;
alter table trading_account rename column moved_sync_count to sync_count;
alter table trading_account rename column moved_last_snapshot_at to last_snapshot_at;
alter table trading_account rename column moved_balance to balance;
alter table trading_account rename column moved_equity to equity;
alter table trading_account rename column moved_credit to credit;
alter table trading_account rename column moved_floating to floating;
alter table trading_account rename column moved_total_profit to total_profit;
alter table trading_account rename column moved_profit_max to profit_max;
alter table trading_account rename column moved_engine_bytes to engine_bytes;
alter table trading_account enable trigger trading_account_logs_update;
