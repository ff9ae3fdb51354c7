-- The growth of an account's worst calendar month (UTC), at most 1: of the months before the one of its newest daily row. Null where there is
-- none. With the days of the newest row's month it covers the whole life. docs/decisions/025-recent-days.md
alter table recent_days add column worst_month float8;

-- Sums of logarithms, held where a product would leave the range of doubles.
create function worst_month(of_account uuid, since date, until date) returns float8 language sql stable as $$
  select exp(min(growth))
    from (select least(0, greatest(-50, sum(ln(greatest(growth, 1e-12))))) as growth
            from daily_row
           where account_id = of_account
             and day >= date_trunc('month', since::timestamp)::date and day < date_trunc('month', until::timestamp)::date
           group by date_trunc('month', day::timestamp)) months
$$;

-- As before, and a month that has ended since the last time is read once.
create or replace function pack_days() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  delete from recent_days using touched
   where recent_days.account_id = touched.account_id and touched.day <= recent_days.newest;
  if tg_op = 'UPDATE' and not found then return null; end if;
  insert into recent_days as packed (account_id, newest, days, worst_month)
  select account_id, last_closed, days, worst_month(account_id, first_closed, newest_day)
    from (select account.account_id, min(daily.day) as first_closed, max(daily.day) as last_closed, newest.day as newest_day,
                 last_days(string_agg(
                   packed_day(daily.day, equity_end, growth, high, low, drawdown, drawdown_end, trades),
                   '' order by daily.day)) as days
            from (select distinct account_id from touched) account
            left join recent_days packed using (account_id)
            cross join lateral (select max(day) as day from daily_row where account_id = account.account_id) newest
            join daily_row daily on daily.account_id = account.account_id
                 and daily.day > coalesce(packed.newest, date '-infinity') and daily.day < newest.day
           group by account.account_id, newest.day) closed
      on conflict (account_id) do update
     set newest = excluded.newest, days = last_days(packed.days || excluded.days),
         worst_month = least(packed.worst_month, excluded.worst_month);
  return null;
end $$;

update recent_days
   set worst_month = worst_month(account_id, '-infinity',
         (select max(day) from daily_row where daily_row.account_id = recent_days.account_id));
