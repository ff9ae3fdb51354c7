-- replaces 58dece62b3ff17bfe3ae2812a6fbd8d71f86fbf35794edb9ae24052a05978418: that text summed the trades of all accounts in its last statement, and no trade could be written meanwhile.
-- The closed trades of an account, summed by symbol, side, weekday and hour of the close (UTC): a profile reads some hundred rows, however
-- many trades stand behind them. Triggers keep them, so that every program that writes trades does, the one before this too.
create table trade_sum (
  account_id uuid not null references trading_account on delete cascade,
  origin text not null,
  symbol text not null,
  side text not null,
  -- Monday is 1.
  weekday smallint not null,
  hour smallint not null,
  trades integer not null,
  wins integer not null,
  losses integer not null,
  -- Sums of net results: of the won trades, of the lost ones (0 or negative), and of all.
  gross double precision not null,
  loss double precision not null,
  profit double precision not null,
  best double precision not null,
  worst double precision not null,
  -- Milliseconds between open and close: of the won trades, of the lost ones, and of all.
  held_won double precision not null,
  held_lost double precision not null,
  held double precision not null,
  primary key (account_id, origin, symbol, side, weekday, hour)
);

create function millis(span interval) returns double precision language sql immutable as $$
  select (1000 * extract(epoch from span))::double precision
$$;

-- A trade is won above 5e-9 and lost below its negative: docs/ranking.md 5.6.
create function add_trade_sums() returns trigger language plpgsql as $$
begin
  insert into trade_sum as stored
  select account_id, origin, symbol, side, date_part('isodow', close_at at time zone 'UTC'),
         date_part('hour', close_at at time zone 'UTC'),
         count(*), count(*) filter (where net > 5e-9), count(*) filter (where net < -5e-9),
         coalesce(sum(net) filter (where net > 5e-9), 0), coalesce(sum(net) filter (where net < -5e-9), 0),
         sum(net), max(net), min(net),
         coalesce(sum(millis(close_at - open_at)) filter (where net > 5e-9), 0),
         coalesce(sum(millis(close_at - open_at)) filter (where net < -5e-9), 0), sum(millis(close_at - open_at))
    from added group by 1, 2, 3, 4, 5, 6
      on conflict (account_id, origin, symbol, side, weekday, hour) do update
     set trades = stored.trades + excluded.trades, wins = stored.wins + excluded.wins,
         losses = stored.losses + excluded.losses, gross = stored.gross + excluded.gross,
         loss = stored.loss + excluded.loss, profit = stored.profit + excluded.profit,
         best = greatest(stored.best, excluded.best), worst = least(stored.worst, excluded.worst),
         held_won = stored.held_won + excluded.held_won, held_lost = stored.held_lost + excluded.held_lost,
         held = stored.held + excluded.held;
  return null;
end $$;

-- A changed trade may have been the best one of its sum, or of another symbol: the account is summed again. Brokers change few trades.
create function renew_trade_sums(accounts uuid[]) returns void language sql as $$
  delete from trade_sum where account_id = any (accounts);
  insert into trade_sum
  select account_id, origin, symbol, side, date_part('isodow', close_at at time zone 'UTC'),
         date_part('hour', close_at at time zone 'UTC'),
         count(*), count(*) filter (where net > 5e-9), count(*) filter (where net < -5e-9),
         coalesce(sum(net) filter (where net > 5e-9), 0), coalesce(sum(net) filter (where net < -5e-9), 0),
         sum(net), max(net), min(net),
         coalesce(sum(millis(close_at - open_at)) filter (where net > 5e-9), 0),
         coalesce(sum(millis(close_at - open_at)) filter (where net < -5e-9), 0), sum(millis(close_at - open_at))
    from trade where account_id = any (accounts) group by 1, 2, 3, 4, 5, 6;
$$;

create function change_trade_sums() returns trigger language plpgsql as $$
begin
  if exists (select from changed) then
    perform renew_trade_sums(array(select distinct account_id from changed));
  end if;
  return null;
end $$;

create trigger trade_added after insert on trade
  referencing new table as added for each statement execute function add_trade_sums();
create trigger trade_changed after update on trade
  referencing new table as changed for each statement execute function change_trade_sums();
