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
-- Nobody may look like somebody else: 0 reads as o, 1 and i as l.
create unique index trader_username_lookalike on trader (translate(lower(username), '01i', 'oll'));

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

-- Guesses of passwords and registrations, counted for every server instance alike. `account:…`, `address:…`, `register:…`.
create table login_attempt (
  subject text primary key,
  attempts integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null
);

-- What admins did: append only, numbered without gaps, each line's hash over the one before it.
create table audit_log (
  audit_id bigint primary key,
  at timestamptz not null,
  actor uuid,
  action text not null,
  subject uuid,
  details jsonb not null default '{}',
  address text,
  request_id text,
  entry_hash bytea not null
);
create index audit_log_subject on audit_log (subject, audit_id);

create function audit_hash(
  previous bytea, audit_id bigint, at timestamptz, actor uuid, action text, subject uuid, details jsonb, address text, request_id text
) returns bytea language sql stable as $$
  select sha256(
    coalesce(previous, ''::bytea)
    || convert_to(
         jsonb_build_array(audit_id, extract(epoch from at), actor, action, subject, details, address, request_id)::text, 'UTF8'
       )
  )
$$;

create function chain_audit() returns trigger language plpgsql as $$
declare
  last_id bigint;
  last_hash bytea;
begin
  -- One writer at a time, held until its transaction ends: the chain has no forks.
  perform pg_advisory_xact_lock(hashtext('audit_log'));
  select audit_log.audit_id, audit_log.entry_hash into last_id, last_hash
    from audit_log order by audit_log.audit_id desc limit 1;
  new.audit_id := coalesce(last_id, 0) + 1;
  new.entry_hash := audit_hash(
    last_hash, new.audit_id, new.at, new.actor, new.action, new.subject, new.details, new.address, new.request_id
  );
  return new;
end $$;
create trigger audit_log_chain before insert on audit_log for each row execute function chain_audit();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'table % is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
