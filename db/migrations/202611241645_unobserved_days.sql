-- Stretches of UTC days on which no snapshot of an account came, for its chart. Both ends are such days. A sync that ends one writes it
-- (src/features/ea/rules/counting/unobserved-days.ts): the rows of daily_row do not tell, since the records of these days make rows later.
create table unobserved_days (
  account_id uuid not null references trading_account on delete cascade,
  from_day date not null,
  to_day date not null,
  primary key (account_id, from_day)
);
