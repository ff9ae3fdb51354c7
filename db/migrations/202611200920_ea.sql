-- The advisor's token: hashed for look-up, sealed for its owner's display.
create table ea_token (
  trader_id uuid primary key references trader on delete cascade,
  token_hash bytea not null unique,
  token_sealed text not null,
  created_at timestamptz not null,
  -- What the last refused request was refused for, shown to the owner.
  last_error text,
  last_error_at timestamptz
);

-- One row for each trading account that ever synced; a trader has at most one that is not closed.
create table trading_account (
  account_id uuid primary key,
  trader_id uuid not null references trader on delete cascade,
  platform text not null check (platform in ('MT4', 'MT5')),
  server text not null,
  login text not null,
  company text not null,
  currency text not null,
  digits smallint not null,
  leverage integer,
  trade_mode text not null check (trade_mode in ('real', 'demo', 'contest')),
  margin_mode text,
  bound_at timestamptz not null,
  closed_at timestamptz,
  -- Receipt time of the last accepted request, strictly increasing for each account.
  last_receipt_at timestamptz not null,
  sync_count bigint not null default 0,
  ea_version text not null,
  -- t_0: the first request that counted as a snapshot; null while the history is being imported.
  first_snapshot_at timestamptz,
  -- The last snapshot of `docs/ranking.md` 3; null before t_0.
  last_snapshot_at timestamptz,
  balance double precision,
  equity double precision,
  credit double precision,
  floating double precision,
  -- Net result of all witnessed closed trades, and the highest it has been.
  total_profit double precision not null default 0,
  profit_max double precision not null default 0,
  -- Imported trades (closed up to t_0), shown apart.
  imported_trades integer not null default 0,
  imported_net double precision not null default 0,
  imported_since timestamptz,
  -- The growth engine's streaming state (`docs/ranking.md` 6.2); null before t_0.
  engine jsonb,
  -- What the intake needs between two requests: ledger sums, cursor, open positions, last answers.
  intake jsonb not null
) with (fillfactor = 50, toast_tuple_target = 4080);
create unique index trading_account_bound on trading_account (platform, server, login) where closed_at is null;
create unique index trading_account_trader on trading_account (trader_id) where closed_at is null;

-- Every record the terminal reported, as reported. One row for each ticket; earlier contents stand in record_revision.
create table ledger_record (
  account_id uuid not null references trading_account on delete cascade,
  ticket text not null,
  -- Broker wall-clock as reported, in milliseconds; the order of the ledger is (broker_time, ticket).
  broker_time bigint not null,
  -- The same moment in UTC, held within the interval of the sync that first reported it.
  at timestamptz not null,
  first_seen_at timestamptz not null,
  revision integer not null default 0,
  content_hash bytea not null,
  -- profit + swap + commission + fee; 0 for credit.
  net double precision not null,
  -- First seen after t_0 with an older broker time: shown, never counted.
  late boolean not null default false,
  -- Already walked by the growth engine, or never to be.
  consumed boolean not null default false,
  record jsonb not null,
  primary key (account_id, ticket)
);
create index ledger_record_time on ledger_record (account_id, broker_time);
create index ledger_record_pending on ledger_record (account_id) where not consumed;

create table record_revision (
  account_id uuid not null references trading_account on delete cascade,
  ticket text not null,
  revision integer not null,
  record jsonb not null,
  replaced_at timestamptz not null,
  -- Anything but swap, commission or fee changed.
  grave boolean not null,
  primary key (account_id, ticket, revision)
);

-- Closed trades as `docs/ea-protocol.md` derives them from the records.
create table trade (
  account_id uuid not null references trading_account on delete cascade,
  ticket text not null,
  symbol text not null,
  side text not null check (side in ('buy', 'sell')),
  volume double precision not null,
  open_at timestamptz not null,
  close_at timestamptz not null,
  -- Whole result in the account's currency, entry costs included.
  net double precision not null,
  origin text not null check (origin in ('witnessed', 'imported', 'late')),
  primary key (account_id, ticket)
);
create index trade_close on trade (account_id, close_at);

-- Balance operations as derived, external flows and results alike.
create table balance_operation (
  account_id uuid not null references trading_account on delete cascade,
  ticket text not null,
  at timestamptz not null,
  type text not null,
  amount double precision not null,
  origin text not null check (origin in ('witnessed', 'imported', 'late')),
  primary key (account_id, ticket)
);

-- Daily rows of `docs/ranking.md` 6.
create table daily_row (
  account_id uuid not null references trading_account on delete cascade,
  day date not null,
  equity_start double precision not null,
  equity_end double precision not null,
  -- Balance after the last snapshot of the day.
  balance_end double precision not null,
  inflow double precision not null,
  outflow double precision not null,
  growth double precision not null,
  high double precision not null,
  low double precision not null,
  drawdown double precision not null,
  trades integer not null,
  wins integer not null,
  counted double precision not null,
  counted_wins double precision not null,
  -- Net result of the day's closed trades.
  profit double precision not null,
  primary key (account_id, day)
);

-- Balance and equity at most hourly, for charts alone; thinned with age.
create table account_point (
  account_id uuid not null references trading_account on delete cascade,
  at timestamptz not null,
  balance double precision not null,
  equity double precision not null,
  -- Extremes of equity since the point before, as the advisor watched them; null where it did not.
  equity_low double precision,
  equity_high double precision,
  primary key (account_id, at)
);

-- What the intake noticed of an account: late records, revisions, ledgers that differ, times in the future.
create table integrity_tag (
  account_id uuid not null references trading_account on delete cascade,
  code text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  occurrences integer not null,
  details jsonb not null default '{}',
  primary key (account_id, code)
);

-- Units of a currency for one euro, as the European Central Bank quotes.
create table exchange_rate (
  currency text not null,
  day date not null,
  units double precision not null check (units > 0),
  primary key (currency, day)
);
