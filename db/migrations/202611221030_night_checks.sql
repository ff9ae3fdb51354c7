-- When the silent rules last checked an account: the nightly report goes on with the one whose check is longest ago.
create table night_check (
  account_id uuid primary key references trading_account on delete cascade,
  checked_at timestamptz not null
);
create index night_check_checked on night_check (checked_at);
