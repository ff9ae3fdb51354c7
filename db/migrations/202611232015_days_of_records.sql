-- What a profile shows of each UTC day and would else read every record for. docs/decisions/048-days-of-records.md
-- The time with an open position, from the witnessed trades, observed time alone. Triggers keep it.
create table exposed_day (
  account_id uuid not null references trading_account on delete cascade,
  day date not null,
  -- Overlapping trades are one span.
  spans tstzmultirange not null,
  -- Milliseconds in them.
  exposed double precision not null,
  primary key (account_id, day)
);

create function span_millis(spans tstzmultirange) returns double precision language sql immutable as $$
  select coalesce(sum(millis(upper(span) - lower(span))), 0) from unnest(spans) as span
$$;

-- Adds trades: one account, opening and close for each. Days that they cover already are not written.
create function add_exposed(accounts uuid[], opened timestamptz[], closed timestamptz[]) returns void language sql as $$
  insert into exposed_day as stored (account_id, day, spans, exposed)
  select account_id, day, spans, span_millis(spans)
    from (
      select account_id, day::date as day,
             range_agg(span * tstzrange(day at time zone 'UTC', (day + interval '1 day') at time zone 'UTC')) as spans
        from (
          select account_id, unnest(range_agg(tstzrange(greatest(opening, first_snapshot_at), closing))) as span
            from unnest(accounts, opened, closed) as trade(account_id, opening, closing)
            join trading_account using (account_id)
           where first_snapshot_at is not null and closing > greatest(opening, first_snapshot_at)
           group by account_id
        ) covered
       cross join generate_series(date_trunc('day', lower(span) at time zone 'UTC'),
                                  (upper(span) - interval '1 microsecond') at time zone 'UTC', interval '1 day') as day
       group by account_id, day
    ) cut
      on conflict (account_id, day) do update
     set spans = stored.spans + excluded.spans, exposed = span_millis(stored.spans + excluded.spans)
   where not stored.spans @> excluded.spans
$$;

create function note_exposed() returns trigger language plpgsql as $$
begin
  perform add_exposed(array_agg(account_id), array_agg(open_at), array_agg(close_at)) from added where origin = 'witnessed';
  return null;
end $$;

create trigger trade_exposed after insert on trade
  referencing new table as added for each statement execute function note_exposed();

-- The days before an account's first snapshot, from its records. They are written when that snapshot is counted: nothing is added later.
create table imported_day (
  account_id uuid not null references trading_account on delete cascade,
  day date not null,
  trades integer not null,
  profit double precision not null,
  -- The effect of the day's records on the balance at the time.
  booked double precision not null,
  -- Money paid in and out, by kind and sign: [{"type": …, "amount": …}]
  operations jsonb not null,
  primary key (account_id, day)
);

create function renew_imported_days(accounts uuid[]) returns void language sql as $$
  delete from imported_day where account_id = any (accounts);
  with operation as (
    select account_id, (at at time zone 'UTC')::date as day, type, sum(amount) as amount
      from balance_operation where account_id = any (accounts) and origin = 'imported'
     group by 1, 2, 3, amount >= 0
  ), corrected as (
    -- The money of a changed record enters at the sync that brought it: docs/ea-protocol.md, records 5.
    select account_id, split_part(ticket, '#', 1) as ticket, sum(amount) as amount
      from balance_operation
     where account_id = any (accounts) and type = 'correction' and ticket like '%#%'
     group by 1, 2
  )
  insert into imported_day (account_id, day, trades, profit, booked, operations)
  select account_id, day, sum(trades)::int, sum(profit), sum(booked),
         coalesce(jsonb_agg(jsonb_build_object('type', type, 'amount', amount)) filter (where type is not null), '[]')
    from (
      select account_id, (close_at at time zone 'UTC')::date as day, 1 as trades, net as profit, 0::float8 as booked,
             null::text as type, null::float8 as amount
        from trade where account_id = any (accounts) and origin = 'imported'
      union all
      select account_id, day, 0, 0, 0, type, amount from operation
      union all
      select account_id, (record.at at time zone 'UTC')::date, 0, 0, record.net - coalesce(corrected.amount, 0), null, null
        from ledger_record record
        join trading_account account using (account_id)
        left join corrected using (account_id, ticket)
       where account_id = any (accounts) and not record.late and record.at <= account.first_snapshot_at
    ) history
   group by account_id, day;
$$;

create function note_imported_days() returns trigger language plpgsql as $$
begin
  perform renew_imported_days(array[new.account_id]);
  return null;
end $$;

-- At the end of the transaction: by then the sync has written its records.
create constraint trigger account_opened after update of first_snapshot_at on trading_account
  deferrable initially deferred for each row
  when (old.first_snapshot_at is null and new.first_snapshot_at is not null) execute function note_imported_days();

-- As before; a broker may change a trade of the imported days too.
create or replace function change_trade_sums() returns trigger language plpgsql as $$
begin
  if exists (select from changed) then
    perform renew_trade_sums(array(select distinct account_id from changed));
  end if;
  if exists (select from changed where origin = 'imported') then
    perform renew_imported_days(array(select distinct account_id from changed where origin = 'imported'));
  end if;
  return null;
end $$;
