-- A sync without records writes one row (docs/decisions/045-one-row-a-sync.md). The next sync of an account fills these columns.
-- contract: the program before cannot read an account that synced since: it refuses its syncs until this one runs again.
alter table trading_account
  add column today_equity_end float8,
  add column today_growth float8,
  add column today_high float8,
  add column today_low float8,
  add column today_drawdown float8,
  add column today_drawdown_end float8,
  -- The engine's state, the intake's and the memory of the integrity rules, packed.
  add column state_bytes bytea,
  -- The UTC day of these figures.
  add column today date;

-- Daily rows with the figures of the running day, which its row gets with records and once an hour.
create view daily_row_now as
  select daily.account_id, daily.day, equity_start,
         case when account.today = daily.day then account.today_equity_end else equity_end end as equity_end,
         balance_end, inflow, outflow,
         case when account.today = daily.day then account.today_growth else growth end as growth,
         case when account.today = daily.day then account.today_high else high end as high,
         case when account.today = daily.day then account.today_low else low end as low,
         case when account.today = daily.day then account.today_drawdown else drawdown end as drawdown,
         trades, wins, counted, counted_wins, profit,
         case when account.today = daily.day then account.today_drawdown_end else drawdown_end end as drawdown_end
    from daily_row daily join trading_account account using (account_id);
