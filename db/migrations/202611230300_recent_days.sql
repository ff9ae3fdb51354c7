-- The days that the ranking reads of each account, packed into one value: the last 91 daily rows before the newest one, oldest first.
-- The triggers keep the value, whoever writes the rows. docs/decisions/025-recent-days.md.
create table recent_days (
  account_id uuid primary key references trading_account on delete cascade,
  newest date not null,
  days bytea not null
);
-- Doubles hardly shrink: the attempt would cost each new day.
alter table recent_days alter column days set storage external;

-- 56 bytes, big-endian: the day since 1970-01-01, six doubles, the trades. `src/features/leaderboard/server/recent-days.ts` reads them.
create function packed_day(
  day date, equity_end float8, growth float8, high float8, low float8, drawdown float8, drawdown_end float8, trades integer
) returns bytea language sql immutable as $$
  select int4send(day - date '1970-01-01') || float8send(equity_end) || float8send(growth) || float8send(high)
      || float8send(low) || float8send(drawdown) || float8send(coalesce(drawdown_end, 0)) || int4send(trades)
$$;

create function last_days(days bytea) returns bytea language sql immutable as $$
  select substring(days from greatest(1, length(days) - 91 * 56 + 1))
$$;

-- A new day closes the one before it, which is appended. A change of a day that was packed already packs its account again.
create function pack_days() returns trigger language plpgsql as $$
begin
  delete from recent_days using touched
   where recent_days.account_id = touched.account_id and touched.day <= recent_days.newest;
  if tg_op = 'UPDATE' and not found then return null; end if;
  insert into recent_days as packed (account_id, newest, days)
  select account.account_id, max(daily.day), last_days(string_agg(
           packed_day(daily.day, equity_end, growth, high, low, drawdown, drawdown_end, trades),
           '' order by daily.day))
    from (select distinct account_id from touched) account
    left join recent_days packed using (account_id)
    cross join lateral (select max(day) as day from daily_row where account_id = account.account_id) newest
    join daily_row daily on daily.account_id = account.account_id
         and daily.day > coalesce(packed.newest, date '-infinity') and daily.day < newest.day
   group by account.account_id
      on conflict (account_id) do update set newest = excluded.newest, days = last_days(packed.days || excluded.days);
  return null;
end $$;
create trigger daily_row_added after insert on daily_row referencing new table as touched
  for each statement execute function pack_days();
create trigger daily_row_changed after update on daily_row referencing new table as touched
  for each statement execute function pack_days();

insert into recent_days (account_id, newest, days)
select account_id, max(daily.day), last_days(string_agg(
         packed_day(daily.day, equity_end, growth, high, low, drawdown, drawdown_end, trades),
         '' order by daily.day))
  from daily_row daily
  join (select account_id, max(day) as day from daily_row group by account_id) newest using (account_id)
 where daily.day < newest.day
 group by account_id;
