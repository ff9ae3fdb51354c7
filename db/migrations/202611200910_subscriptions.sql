-- The entitlement ledger: every grant and every cancellation, append only. The projection below can be rebuilt from it.
create table entitlement_entry (
  entry_id bigint generated always as identity primary key,
  trader_id uuid not null references trader,
  kind text not null check (kind in ('purchase', 'extend', 'assign', 'shift', 'cancel')),
  tier text not null check (tier in ('basic', 'diamond')),
  -- Length of the grant in seconds, to the millisecond; negative where a cancellation takes time away.
  seconds numeric(14, 3) not null,
  until_before timestamptz,
  until_after timestamptz not null,
  -- One source acts once: `order:<id>`, `admin:<request id>`; a second line of the same act carries `/2` after it.
  source_key text not null unique,
  -- Catalogue code of a purchase; null for what an admin gave or took.
  plan text,
  actor text not null,
  created_at timestamptz not null
);
create index entitlement_entry_trader on entitlement_entry (trader_id, entry_id);
create trigger entitlement_entry_append_only before update or delete or truncate on entitlement_entry
  for each statement execute function refuse_change();

-- The projection: what the ledger adds up to. A nightly check replays the ledger and compares.
create table subscription (
  subscription_id uuid primary key,
  trader_id uuid not null references trader,
  tier text not null check (tier in ('basic', 'diamond')),
  until timestamptz not null,
  status text not null check (status in ('active', 'cancelled')),
  plan_type text not null check (plan_type in ('monthly', 'quarterly', 'yearly', 'manual')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (trader_id, tier)
);

-- The shared meaning of "plan": Diamond includes Basic, so the place in the ranking lasts until the later of the two.
create view trader_plan as
  select trader.trader_id,
         diamond.until as diamond_expires,
         greatest(basic.until, diamond.until) as leaderboard_expires
    from trader
    left join subscription basic on basic.trader_id = trader.trader_id and basic.tier = 'basic'
    left join subscription diamond on diamond.trader_id = trader.trader_id and diamond.tier = 'diamond';
