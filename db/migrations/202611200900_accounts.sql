-- People: one row for each registered trader; admins are traders with a mark.
create table trader (
  trader_id uuid primary key,
  user_sequential_id integer unique,
  username text not null,
  display_name text not null,
  email text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  password_hash text not null,
  is_admin boolean not null default false,
  -- Declared at registration; the account that syncs replaces them.
  broker_server text not null,
  account_number text not null,
  -- AES-256-GCM under SECRET_KEY with trader_id as associated data; null where none was given.
  investor_password_sealed text,
  bio text,
  hide_amounts boolean not null default false,
  myfxbook_url text,
  links jsonb not null default '{}',
  terms_accepted_at timestamptz not null,
  terms_version text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deactivated_at timestamptz
);
create unique index trader_username_key on trader (lower(username));
create unique index trader_email_key on trader (lower(email));

-- Opaque bearer tokens, kept as SHA-256 only.
create table session (
  session_id uuid primary key,
  token_hash bytea not null unique,
  trader_id uuid not null references trader on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  user_agent text
);
create index session_trader on session (trader_id);
create index session_last_used on session (last_used_at);

-- What admins did: append only.
create table audit_log (
  audit_id bigint generated always as identity primary key,
  at timestamptz not null,
  actor uuid,
  action text not null,
  subject uuid,
  details jsonb not null default '{}',
  address text,
  request_id text
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'table % is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_append_only before update or delete on audit_log
  for each statement execute function refuse_change();
