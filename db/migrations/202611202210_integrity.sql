-- What the rules found of an account (`docs/integrity.md`). From here on the integrity feature owns the tags.
alter table integrity_tag
  add column rule_version smallint not null default 1,
  -- When the state that the tag speaks of ended; null while it lasts, and always null for events.
  add column cleared_at timestamptz;

-- A finding that a person must look at. One open case for each account and rule.
create table integrity_case (
  case_id uuid primary key,
  account_id uuid not null references trading_account on delete cascade,
  code text not null,
  -- Keeps the account out of the ranking until somebody decides, and afterwards where it is upheld.
  holds boolean not null,
  opened_at timestamptz not null,
  last_at timestamptz not null,
  -- Until when the trader is asked to answer.
  reply_by timestamptz not null,
  rule_version smallint not null,
  -- Inputs, threshold and what was found, as at the opening; later findings are counted.
  evidence jsonb not null,
  occurrences integer not null,
  reply text,
  replied_at timestamptz,
  decision text check (decision in ('cleared', 'upheld')),
  decided_at timestamptz,
  decided_by uuid references trader on delete set null,
  reason text,
  check ((decision is null) = (decided_at is null) and (decision is null) = (reason is null))
);
create unique index integrity_case_open on integrity_case (account_id, code) where decision is null;
create index integrity_case_account on integrity_case (account_id, opened_at);
create index integrity_case_waiting on integrity_case (opened_at, case_id) where decision is null;

-- Accounts that are out of the ranking until a person decides, or because one did.
create view held_account as
  select account_id, min(opened_at) as since, coalesce(bool_or(decision = 'upheld'), false) as upheld
    from integrity_case where holds and (decision is null or decision = 'upheld')
   group by account_id;

-- Findings that a person has cleared the account of: its newest case of the code says so. Another fact opens another case.
create view dismissed_finding as
  select account_id, code
    from integrity_case latest
   where decision = 'cleared'
     and not exists (
       select from integrity_case later
        where later.account_id = latest.account_id and later.code = latest.code and later.opened_at > latest.opened_at);

-- What the rules remember of an account between two syncs, and the head of its ledger of syncs. Rewritten by every sync: half of a page
-- is left for the next version.
create table account_integrity (
  account_id uuid primary key references trading_account on delete cascade,
  -- Of the rules that look at one sync after another (`rules/state.ts`). Read and written whole: nothing looks into it here.
  state json not null default '{}',
  -- Whether the terminal of the last sync was logged in with the password that trades; null where it did not say.
  can_trade boolean,
  -- When a person last decided something of the account: the row's version tells the ranking.
  decided_at timestamptz,
  -- Keyed hash of the network that the last sync came from; never an address.
  sender bytea,
  ledger_length bigint not null default 0,
  ledger_head bytea,
  ledger_at timestamptz,
  -- Since when something that the review rules look at is stored and not reviewed; null once a review has taken it.
  review_due_at timestamptz,
  reviewed_at timestamptz,
  -- Age in milliseconds within which 95% of the own positions were closed; null where there are too few to tell.
  holding_p95_ms double precision
) with (fillfactor = 50);
create index account_integrity_due on account_integrity (review_due_at) where review_due_at is not null;
create index account_integrity_reviewed on account_integrity (reviewed_at);
create index account_integrity_sender on account_integrity (sender) where sender is not null;

-- Every sync that brought records, and at least one an hour, hashed in a chain (`docs/integrity.md`, ledger).
create table sync_ledger (
  account_id uuid not null references trading_account on delete cascade,
  n bigint not null,
  at timestamptz not null,
  -- Records that this sync brought or changed.
  records integer not null,
  -- SHA-256 over ticket and content of each.
  records_digest bytea not null,
  -- The figures of the sync, as they were hashed.
  figures text not null,
  hash bytea not null,
  primary key (account_id, n)
);
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  -- Erasing a whole account takes its ledger along; nothing else does.
  if tg_op = 'DELETE' and not exists (select from trading_account where account_id = old.account_id) then return old; end if;
  raise exception 'table % is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger sync_ledger_append_only before update or delete on sync_ledger
  for each row execute function refuse_ledger_change();
create trigger sync_ledger_never_emptied before truncate on sync_ledger
  for each statement execute function refuse_change();
-- What an entry brought, by its receipt: the check of a chain asks for it.
create index ledger_record_seen on ledger_record (account_id, first_seen_at);
create index record_revision_replaced on record_revision (account_id, replaced_at);

-- When an account's chain was last derived again, and the entry that did not follow then.
create table ledger_check (
  account_id uuid primary key references trading_account on delete cascade,
  checked_at timestamptz not null,
  broken_at bigint
);

-- Proof that the trader may trade on the account: a pending order whose comment is the code (level L2).
create table ownership_proof (
  account_id uuid primary key references trading_account on delete cascade,
  code text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  -- First sync that showed the order, and the first after it that showed it deleted: proven.
  seen_at timestamptz,
  proven_at timestamptz
);

-- A person compared the account with an independent source (level L3, `docs/integrity.md`).
create table external_match (
  match_id uuid primary key,
  account_id uuid not null references trading_account on delete cascade,
  source text not null check (source in ('myfxbook', 'fxblue', 'mql5', 'investor_login', 'other')),
  link text,
  -- Figures there and here, and by how much they differ.
  figures jsonb not null,
  accepted boolean not null,
  matched_at timestamptz not null,
  -- Until when the level lasts and the imported history counts.
  valid_until timestamptz not null,
  revoked_at timestamptz,
  decided_by uuid references trader on delete set null,
  reason text not null
);
create index external_match_account on external_match (account_id, matched_at);

-- Daily rows of the history from before the first sync, for accounts that were matched: they count while the match is valid.
create table imported_row (
  account_id uuid not null references trading_account on delete cascade,
  day date not null,
  equity_start double precision not null,
  equity_end double precision not null,
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
  profit double precision not null,
  -- Highest running result of the imported trades up to this day, at least 0.
  profit_high double precision not null,
  primary key (account_id, day)
);

-- "Cambia conto": what an account showed when its trader closed it. It stays on the profile.
create table account_closing (
  account_id uuid primary key references trading_account on delete cascade,
  closed_at timestamptz not null,
  figures jsonb not null
);

-- An account that one trader closed, or had to give up, is bound anew by nobody but whom a person released it to.
alter table trading_account add column released_to uuid references trader on delete set null;
create index trading_account_released on trading_account (released_to) where released_to is not null;

-- What the account held at t_0: where its imported history begins to be witnessed. Null before t_0.
alter table trading_account
  add column opening_balance double precision,
  add column opening_equity double precision,
  add column opening_credit double precision;
-- Accounts that were opened before these columns: the chart has their first point, and without credit it says all.
update trading_account account
   set opening_balance = point.balance, opening_equity = point.equity, opening_credit = 0
  from account_point point
 where point.account_id = account.account_id and point.at = account.first_snapshot_at
   and not exists (select from ledger_record record
                    where record.account_id = account.account_id and record.record ->> 'type' = 'credit');

-- One server has one name, however it is spelled: no accents, blanks, hyphens and letters of other alphabets that look alike.
create function folded_server(name text) returns text language sql immutable strict parallel safe as $$
  -- Not every database lowers more than ASCII.
  select lower(translate(
    regexp_replace(normalize(name, nfkd), '[\u0300-\u036f\s\u00ad\u034f\u061c\u115f\u1160\u180e\u200b-\u200f\u2010-\u2015\u2028-\u202f\u205f-\u206f\u2212\u3164\ufe00-\ufe0f\ufe58\ufe63\ufeff\uff0d_.-]+', '', 'g'),
    'аеорсухіїјѕһԁԛԝкмтвнαορνυικτχεηıłøđАЕОРСУХІЇЈЅҺԀКМТВНΑΟΡΝΥΙΚΤΧΕΗΒΜΖŁØĐ',
    'aeopcyxiijshdqwkmtbhaopvuiktxenilodaeopcyxiijshdkmtbhaopnyiktxehbmzlod'))
$$;
alter table trading_account add column server_key text not null generated always as (folded_server(server)) stored;
drop index trading_account_bound;
create unique index trading_account_bound on trading_account (platform, server_key, login) where closed_at is null;

-- A trader's accounts, closed ones too; and whether an account was closed once, by anybody.
create index trading_account_of_trader on trading_account (trader_id);
create index trading_account_closed on trading_account (platform, server_key, login) where closed_at is not null;

-- What other people traded at the same moment (`docs/integrity.md`, silent rules).
create index trade_opened on trade (open_at) where origin = 'witnessed';
create index trade_symbol_closed on trade (symbol, close_at) where origin = 'witnessed';
