-- The schema after all migrations, for reading: npm run schema:write makes this file, a test keeps it true.

set check_function_bodies = off;

create extension pg_trgm;

create sequence trader_number as integer start 1 increment 1;

CREATE OR REPLACE FUNCTION public.add_exposed(accounts uuid[], opened timestamp with time zone[], closed timestamp with time zone[])
 RETURNS void
 LANGUAGE sql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.add_payment_sums()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into record_sum as stored
  select account_id, payment_kind(type, amount, origin), count(*), sum(amount) from added
   where payment_kind(type, amount, origin) is not null group by 1, 2
      on conflict (account_id, kind) do update
     set records = stored.records + excluded.records, amount = stored.amount + excluded.amount;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.add_record_sum(of_account uuid, of_kind text, more integer, money double precision)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into record_sum as stored values (of_account, of_kind, more, money)
      on conflict (account_id, kind) do update
     set records = stored.records + excluded.records, amount = stored.amount + excluded.amount
$function$;

CREATE OR REPLACE FUNCTION public.add_trade_sums()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.audit_hash(previous bytea, audit_id bigint, at timestamp with time zone, actor uuid, action text, subject uuid, details jsonb, address text, request_id text)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
  select sha256(
    coalesce(previous, ''::bytea)
    || convert_to(
         jsonb_build_array(audit_id, extract(epoch from at), actor, action, subject, details, address, request_id)::text, 'UTF8'
       )
  )
$function$;

CREATE OR REPLACE FUNCTION public.audit_role()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was boolean := coalesce(old.is_admin, false);
  becomes boolean := coalesce(new.is_admin, false);
begin
  if was <> becomes then
    insert into audit_log (at, action, subject, details)
    values (date_trunc('milliseconds', clock_timestamp()), 'user.role', coalesce(new.trader_id, old.trader_id),
            jsonb_build_object('before', jsonb_build_object('is_admin', was),
                               'after', jsonb_build_object('is_admin', becomes)));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.chain_audit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.change_trade_sums()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from changed) then
    perform renew_trade_sums(array(select distinct account_id from changed));
  end if;
  if exists (select from changed where origin = 'imported') then
    perform renew_imported_days(array(select distinct account_id from changed where origin = 'imported'));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.end_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from session where trader_id = new.trader_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.folded_server(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  -- Not every database lowers more than ASCII.
  select regexp_replace(lower(translate(
    regexp_replace(normalize(name, nfkd), '[\u0300-\u036f\s\u00ad\u034f\u061c\u115f\u1160\u180e\u200b-\u200f\u2010-\u2015\u2028-\u202f\u205f-\u206f\u2212\u3164\ufe00-\ufe0f\ufe58\ufe63\ufeff\uff0d_.-]+', '', 'g'),
    'аеорсухіїјѕһԁԛԝкмтвнαορνυικτχεηıłøđАЕОРСУХІЇЈЅҺԀКМТВНΑΟΡΝΥΙΚΤΧΕΗΒΜΖŁØĐ',
    'aeopcyxiijshdqwkmtbhaopvuiktxenilodaeopcyxiijshdkmtbhaopnyiktxehbmzlod')),
    '(^|[^0-9])0+(?=[0-9])', '\1', 'g')
$function$;

CREATE OR REPLACE FUNCTION public.last_days(days bytea)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select substring(days from greatest(1, length(days) - 91 * 56 + 1))
$function$;

CREATE OR REPLACE FUNCTION public.log_changed_accounts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from changed) then
    perform log_traders(array(select account.trader_id from changed join trading_account account using (account_id)));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.log_changed_traders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from changed) then perform log_traders(array(select trader_id from changed)); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.log_traders(changed uuid[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into trader_change (trader_ids)
  select array_agg(trader_id)
    from (select unnest(changed) as trader_id
          except
          select unnest(trader_ids) from trader_change where at_xid = pg_current_xact_id() and not account_alone) added
  having count(*) > 0
$function$;

CREATE OR REPLACE FUNCTION public.log_updated_accounts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from changed) then
    insert into trader_change (trader_ids, account_alone)
    select array_agg(trader_id), true
      from (select trader_id from changed
            except
            select unnest(trader_ids) from trader_change where at_xid = pg_current_xact_id()) added
    having count(*) > 0;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.mark_surplus()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.is_surplus := exists (
    select from payment_order o
     where o.order_id = new.order_id
       and (new.parent_payment_id is not null
             or (o.activated and o.paid_payment_id <> new.provider_payment_id and new.received ~ '[1-9]')));
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.mark_surplus_of_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Fires the trigger above.
  update provider_payment set received = received where order_id = new.order_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.millis(span interval)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select (1000 * extract(epoch from span))::double precision
$function$;

CREATE OR REPLACE FUNCTION public.note_exposed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_exposed(array_agg(account_id), array_agg(open_at), array_agg(close_at)) from added where origin = 'witnessed';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_imported_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform renew_imported_days(array[new.account_id]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_late_record()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and old.late then
    perform add_record_sum(new.account_id, 'late', new.late::int - 1, case when new.late then new.net else 0 end - old.net);
  else
    perform add_record_sum(new.account_id, 'late', 1, new.net);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_revision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_record_sum(new.account_id, 'revised', 1, 0);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.pack_days()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
begin
  delete from recent_days using touched
   where recent_days.account_id = touched.account_id and touched.day <= recent_days.newest;
  if tg_op = 'UPDATE' and not found then return null; end if;
  insert into recent_days as packed (account_id, newest, days, worst_month)
  select account_id, last_closed, days, worst_month(account_id, first_closed, newest_day)
    from (select account.account_id, min(daily.day) as first_closed, max(daily.day) as last_closed, newest.day as newest_day,
                 last_days(string_agg(
                   packed_day(daily.day, equity_end, growth, high, low, drawdown, drawdown_end, trades),
                   '' order by daily.day)) as days
            from (select distinct account_id from touched) account
            left join recent_days packed using (account_id)
            cross join lateral (select max(day) as day from daily_row where account_id = account.account_id) newest
            join daily_row daily on daily.account_id = account.account_id
                 and daily.day > coalesce(packed.newest, date '-infinity') and daily.day < newest.day
           group by account.account_id, newest.day) closed
      on conflict (account_id) do update
     set newest = excluded.newest, days = last_days(packed.days || excluded.days),
         worst_month = least(packed.worst_month, excluded.worst_month);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.packed_day(day date, equity_end double precision, growth double precision, high double precision, low double precision, drawdown double precision, drawdown_end double precision, trades integer)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select int4send(day - date '1970-01-01') || float8send(equity_end) || float8send(growth) || float8send(high)
      || float8send(low) || float8send(drawdown) || float8send(coalesce(drawdown_end, 0)) || int4send(trades)
$function$;

CREATE OR REPLACE FUNCTION public.payment_kind(type text, amount double precision, origin text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when type in ('deposit', 'withdrawal', 'transfer') and origin in ('witnessed', 'imported')
              then case origin when 'imported' then 'imported_' else '' end || case when amount > 0 then 'deposit' else 'withdrawal' end
         end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'table % is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_ledger_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Erasing a whole account takes its ledger along; nothing else does.
  if tg_op = 'DELETE' and not exists (select from trading_account where account_id = old.account_id) then return old; end if;
  raise exception 'table % is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION public.renew_imported_days(accounts uuid[])
 RETURNS void
 LANGUAGE sql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.renew_record_sums(accounts uuid[])
 RETURNS void
 LANGUAGE sql
AS $function$
  delete from record_sum where account_id = any (accounts);
  insert into record_sum
  select account_id, payment_kind(type, amount, origin), count(*), sum(amount) from balance_operation
   where account_id = any (accounts) and payment_kind(type, amount, origin) is not null group by 1, 2
   union all
  select account_id, 'late', count(*), sum(net) from ledger_record where account_id = any (accounts) and late group by 1
   union all
  select account_id, 'revised', count(*), 0 from record_revision where account_id = any (accounts) and revision = 0 group by 1;
$function$;

CREATE OR REPLACE FUNCTION public.renew_trade_sums(accounts uuid[])
 RETURNS void
 LANGUAGE sql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.span_millis(spans tstzmultirange)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(sum(millis(upper(span) - lower(span))), 0) from unnest(spans) as span
$function$;

CREATE OR REPLACE FUNCTION public.worst_month(of_account uuid, since date, until date)
 RETURNS double precision
 LANGUAGE sql
 STABLE
AS $function$
  select exp(min(growth))
    from (select least(0, greatest(-50, sum(ln(greatest(growth, 1e-12))))) as growth
            from daily_row
           where account_id = of_account
             and day >= date_trunc('month', since::timestamp)::date and day < date_trunc('month', until::timestamp)::date
           group by date_trunc('month', day::timestamp)) months
$function$;

create table account_closing (
  account_id uuid not null,
  closed_at timestamp with time zone not null,
  figures jsonb not null,
  constraint account_closing_pkey PRIMARY KEY (account_id)
);

create table account_integrity (
  account_id uuid not null,
  state json not null default '{}'::json,
  can_trade boolean,
  decided_at timestamp with time zone,
  sender bytea,
  ledger_length bigint not null default 0,
  ledger_head bytea,
  ledger_at timestamp with time zone,
  review_due_at timestamp with time zone,
  reviewed_at timestamp with time zone,
  holding_p95_ms double precision,
  state_bytes bytea,
  constraint account_integrity_pkey PRIMARY KEY (account_id)
);
CREATE INDEX account_integrity_due ON public.account_integrity USING btree (review_due_at) WHERE (review_due_at IS NOT NULL);
CREATE INDEX account_integrity_sender ON public.account_integrity USING btree (sender, account_id) WHERE (sender IS NOT NULL);

create table account_point (
  account_id uuid not null,
  at timestamp with time zone not null,
  balance double precision not null,
  equity double precision not null,
  equity_low double precision,
  equity_high double precision,
  constraint account_point_pkey PRIMARY KEY (account_id, at)
);

create table audit_check (
  checked_at timestamp with time zone not null,
  lines bigint not null,
  root_hash bytea,
  broken_at bigint,
  differs_from date,
  exported boolean not null,
  constraint audit_check_pkey PRIMARY KEY (checked_at)
);
CREATE TRIGGER audit_check_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_check FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table audit_log (
  audit_id bigint not null,
  at timestamp with time zone not null,
  actor uuid,
  action text not null,
  subject uuid,
  details jsonb not null default '{}'::jsonb,
  address text,
  request_id text,
  entry_hash bytea not null,
  constraint audit_log_pkey PRIMARY KEY (audit_id)
);
CREATE INDEX audit_log_action ON public.audit_log USING btree (action COLLATE "C", audit_id);
CREATE INDEX audit_log_actor ON public.audit_log USING btree (actor, audit_id);
CREATE INDEX audit_log_at ON public.audit_log USING btree (at);
CREATE INDEX audit_log_details ON public.audit_log USING gin (lower((details)::text) gin_trgm_ops);
CREATE INDEX audit_log_request ON public.audit_log USING btree (request_id);
CREATE INDEX audit_log_subject ON public.audit_log USING btree (subject, audit_id);
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_chain BEFORE INSERT ON public.audit_log FOR EACH ROW EXECUTE FUNCTION chain_audit();

create table audit_notice (
  only_one boolean not null default true,
  last_id bigint not null,
  told_at timestamp with time zone,
  constraint audit_notice_pkey PRIMARY KEY (only_one),
  constraint audit_notice_only_one_check CHECK (only_one)
);

create table backup (
  name text not null,
  made_at timestamp with time zone not null,
  duration_ms integer not null,
  bytes bigint not null,
  tables integer not null,
  row_count bigint not null,
  files integer not null,
  verified_at timestamp with time zone,
  verification text,
  constraint backup_pkey PRIMARY KEY (name),
  constraint backup_verification_check CHECK ((verification = ANY (ARRAY['failed'::text, 'no_key'::text, 'no_database'::text])))
);
CREATE INDEX backup_made_at ON public.backup USING btree (made_at);

create table balance_operation (
  account_id uuid not null,
  ticket text not null,
  at timestamp with time zone not null,
  type text not null,
  amount double precision not null,
  origin text not null,
  constraint balance_operation_pkey PRIMARY KEY (account_id, ticket),
  constraint balance_operation_origin_check CHECK ((origin = ANY (ARRAY['witnessed'::text, 'imported'::text, 'late'::text])))
);
CREATE TRIGGER balance_operation_added AFTER INSERT ON public.balance_operation REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_payment_sums();

create table contact_message (
  message_id uuid not null,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  trader_id uuid,
  created_at timestamp with time zone not null,
  handled_at timestamp with time zone,
  handled_by uuid,
  constraint contact_message_pkey PRIMARY KEY (message_id)
);
CREATE INDEX contact_message_created ON public.contact_message USING btree (created_at DESC, message_id DESC);
CREATE INDEX contact_message_handler ON public.contact_message USING btree (handled_by) WHERE (handled_by IS NOT NULL);
CREATE INDEX contact_message_open ON public.contact_message USING btree (created_at, message_id) WHERE (handled_at IS NULL);
CREATE INDEX contact_message_text ON public.contact_message USING gin (lower(name) gin_trgm_ops, lower(email) gin_trgm_ops, lower(message) gin_trgm_ops);
CREATE INDEX contact_message_trader ON public.contact_message USING btree (trader_id) WHERE (trader_id IS NOT NULL);

create table daily_row (
  account_id uuid not null,
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
  drawdown_end double precision,
  constraint daily_row_pkey PRIMARY KEY (account_id, day)
);
CREATE TRIGGER daily_row_added AFTER INSERT ON public.daily_row REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION pack_days();
CREATE TRIGGER daily_row_changed AFTER UPDATE ON public.daily_row REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION pack_days();

create table ea_token (
  trader_id uuid not null,
  token_hash bytea not null,
  token_sealed text not null,
  created_at timestamp with time zone not null,
  last_error text,
  last_error_at timestamp with time zone,
  replaced_hash bytea,
  constraint ea_token_pkey PRIMARY KEY (trader_id),
  constraint ea_token_replaced_hash_key UNIQUE (replaced_hash),
  constraint ea_token_token_hash_key UNIQUE (token_hash)
);

create table entitlement_entry (
  entry_id bigint not null generated always as identity,
  trader_id uuid not null,
  kind text not null,
  tier text not null,
  seconds numeric(14,3) not null,
  until_before timestamp with time zone,
  until_after timestamp with time zone not null,
  source_key text not null,
  plan text,
  actor text not null,
  created_at timestamp with time zone not null,
  constraint entitlement_entry_pkey PRIMARY KEY (entry_id),
  constraint entitlement_entry_source_key_key UNIQUE (source_key),
  constraint entitlement_entry_kind_check CHECK ((kind = ANY (ARRAY['purchase'::text, 'extend'::text, 'assign'::text, 'shift'::text, 'cancel'::text]))),
  constraint entitlement_entry_tier_check CHECK ((tier = ANY (ARRAY['basic'::text, 'diamond'::text])))
);
CREATE INDEX entitlement_entry_given ON public.entitlement_entry USING btree (created_at) WHERE (kind = ANY (ARRAY['assign'::text, 'extend'::text]));
CREATE INDEX entitlement_entry_trader ON public.entitlement_entry USING btree (trader_id, entry_id);
CREATE TRIGGER entitlement_entry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.entitlement_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table erased_binding (
  binding_hash bytea not null,
  erased_at timestamp with time zone not null,
  released_to uuid,
  constraint erased_binding_pkey PRIMARY KEY (binding_hash)
);

create table exchange_rate (
  currency text not null,
  day date not null,
  units double precision not null,
  constraint exchange_rate_pkey PRIMARY KEY (currency, day),
  constraint exchange_rate_units_check CHECK ((units > (0)::double precision))
);

create table exposed_day (
  account_id uuid not null,
  day date not null,
  spans tstzmultirange not null,
  exposed double precision not null,
  constraint exposed_day_pkey PRIMARY KEY (account_id, day)
);

create table external_match (
  match_id uuid not null,
  account_id uuid not null,
  source text not null,
  link text,
  figures jsonb not null,
  accepted boolean not null,
  matched_at timestamp with time zone not null,
  valid_until timestamp with time zone not null,
  revoked_at timestamp with time zone,
  decided_by uuid,
  reason text not null,
  constraint external_match_pkey PRIMARY KEY (match_id),
  constraint external_match_source_check CHECK ((source = ANY (ARRAY['myfxbook'::text, 'fxblue'::text, 'mql5'::text, 'investor_login'::text, 'other'::text])))
);
CREATE INDEX external_match_account ON public.external_match USING btree (account_id, matched_at);
CREATE TRIGGER external_match_logs_delete AFTER DELETE ON public.external_match REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed_accounts();
CREATE TRIGGER external_match_logs_insert AFTER INSERT ON public.external_match REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed_accounts();
CREATE TRIGGER external_match_logs_update AFTER UPDATE ON public.external_match REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed_accounts();

create table imported_day (
  account_id uuid not null,
  day date not null,
  trades integer not null,
  profit double precision not null,
  booked double precision not null,
  operations jsonb not null,
  constraint imported_day_pkey PRIMARY KEY (account_id, day)
);

create table imported_row (
  account_id uuid not null,
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
  profit_high double precision not null,
  constraint imported_row_pkey PRIMARY KEY (account_id, day)
);
CREATE TRIGGER imported_row_logs_delete AFTER DELETE ON public.imported_row REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed_accounts();
CREATE TRIGGER imported_row_logs_insert AFTER INSERT ON public.imported_row REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed_accounts();
CREATE TRIGGER imported_row_logs_update AFTER UPDATE ON public.imported_row REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed_accounts();

create table integrity_case (
  case_id uuid not null,
  account_id uuid not null,
  code text not null,
  holds boolean not null,
  opened_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  reply_by timestamp with time zone not null,
  rule_version smallint not null,
  evidence jsonb not null,
  occurrences integer not null,
  reply text,
  replied_at timestamp with time zone,
  decision text,
  decided_at timestamp with time zone,
  decided_by uuid,
  reason text,
  constraint integrity_case_pkey PRIMARY KEY (case_id),
  constraint integrity_case_check CHECK ((((decision IS NULL) = (decided_at IS NULL)) AND ((decision IS NULL) = (reason IS NULL)))),
  constraint integrity_case_decision_check CHECK ((decision = ANY (ARRAY['cleared'::text, 'upheld'::text])))
);
CREATE INDEX integrity_case_account ON public.integrity_case USING btree (account_id, opened_at);
CREATE UNIQUE INDEX integrity_case_open ON public.integrity_case USING btree (account_id, code) WHERE (decision IS NULL);
CREATE INDEX integrity_case_opened ON public.integrity_case USING btree (opened_at, case_id);
CREATE INDEX integrity_case_upheld ON public.integrity_case USING btree (account_id) WHERE (decision = 'upheld'::text);
CREATE INDEX integrity_case_waiting ON public.integrity_case USING btree (opened_at, case_id) WHERE (decision IS NULL);
CREATE TRIGGER integrity_case_logs_delete AFTER DELETE ON public.integrity_case REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed_accounts();
CREATE TRIGGER integrity_case_logs_insert AFTER INSERT ON public.integrity_case REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed_accounts();
CREATE TRIGGER integrity_case_logs_update AFTER UPDATE ON public.integrity_case REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed_accounts();

create table integrity_tag (
  account_id uuid not null,
  code text not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  occurrences integer not null,
  details jsonb not null default '{}'::jsonb,
  rule_version smallint not null default 1,
  cleared_at timestamp with time zone,
  constraint integrity_tag_pkey PRIMARY KEY (account_id, code)
);
CREATE TRIGGER integrity_tag_logs_delete AFTER DELETE ON public.integrity_tag REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed_accounts();
CREATE TRIGGER integrity_tag_logs_insert AFTER INSERT ON public.integrity_tag REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed_accounts();
CREATE TRIGGER integrity_tag_logs_update AFTER UPDATE ON public.integrity_tag REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed_accounts();

create table job_success (
  job text not null,
  known_since timestamp with time zone not null,
  succeeded_at timestamp with time zone,
  constraint job_success_pkey PRIMARY KEY (job)
);

create table known_device (
  trader_id uuid not null,
  device text not null,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  constraint known_device_pkey PRIMARY KEY (trader_id, device)
);

create table ledger_check (
  account_id uuid not null,
  checked_at timestamp with time zone not null,
  broken_at bigint,
  constraint ledger_check_pkey PRIMARY KEY (account_id)
);

create table ledger_record (
  account_id uuid not null,
  ticket text not null,
  broker_time bigint not null,
  at timestamp with time zone not null,
  first_seen_at timestamp with time zone not null,
  revision integer not null default 0,
  content_hash bytea not null,
  net double precision not null,
  late boolean not null default false,
  consumed boolean not null default false,
  record jsonb not null,
  constraint ledger_record_pkey PRIMARY KEY (account_id, ticket)
);
CREATE INDEX ledger_record_pending ON public.ledger_record USING btree (account_id) WHERE (NOT consumed);
CREATE INDEX ledger_record_seen ON public.ledger_record USING btree (account_id, first_seen_at);
CREATE INDEX ledger_record_time ON public.ledger_record USING btree (account_id, broker_time);
CREATE TRIGGER ledger_record_late AFTER INSERT ON public.ledger_record FOR EACH ROW WHEN (new.late) EXECUTE FUNCTION note_late_record();
CREATE TRIGGER ledger_record_late_changed AFTER UPDATE ON public.ledger_record FOR EACH ROW WHEN (((old.late <> new.late) OR (new.late AND (old.net <> new.net)))) EXECUTE FUNCTION note_late_record();

create table login_attempt (
  subject text not null,
  attempts integer not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  in_row integer not null default 0,
  constraint login_attempt_pkey PRIMARY KEY (subject)
);

create table mailbox_count (
  mailbox_hash bytea not null,
  since timestamp with time zone not null,
  notices integer not null,
  constraint mailbox_count_pkey PRIMARY KEY (mailbox_hash)
);

create table maintenance (
  only_row boolean not null default true,
  enabled boolean not null,
  message text not null,
  changed_at timestamp with time zone not null,
  constraint maintenance_pkey PRIMARY KEY (only_row),
  constraint maintenance_message_check CHECK (((length(message) >= 1) AND (length(message) <= 1000))),
  constraint maintenance_only_row_check CHECK (only_row)
);

create table night_check (
  account_id uuid not null,
  checked_at timestamp with time zone not null,
  constraint night_check_pkey PRIMARY KEY (account_id)
);
CREATE INDEX night_check_checked ON public.night_check USING btree (checked_at);

create table outbox (
  message_id uuid not null,
  cause text not null,
  kind text not null,
  recipient text,
  subject text not null,
  body text not null,
  created_at timestamp with time zone not null,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone,
  sent_at timestamp with time zone,
  last_error text,
  is_sealed boolean not null default false,
  reply_to text,
  forget_at timestamp with time zone,
  trader_id uuid,
  given_up_at timestamp with time zone,
  is_refused boolean not null default false,
  constraint outbox_pkey PRIMARY KEY (message_id),
  constraint outbox_cause_key UNIQUE (cause),
  constraint outbox_kind_check CHECK ((kind = ANY (ARRAY['mail'::text, 'admin_alert'::text])))
);
CREATE INDEX outbox_trader ON public.outbox USING btree (trader_id) WHERE (trader_id IS NOT NULL);
CREATE INDEX outbox_waiting ON public.outbox USING btree (next_attempt_at) WHERE ((sent_at IS NULL) AND (given_up_at IS NULL));

create table ownership_proof (
  account_id uuid not null,
  code text not null,
  issued_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  seen_at timestamp with time zone,
  proven_at timestamp with time zone,
  constraint ownership_proof_pkey PRIMARY KEY (account_id)
);
CREATE TRIGGER ownership_proof_logs_delete AFTER DELETE ON public.ownership_proof REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed_accounts();
CREATE TRIGGER ownership_proof_logs_insert AFTER INSERT ON public.ownership_proof REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed_accounts();
CREATE TRIGGER ownership_proof_logs_update AFTER UPDATE ON public.ownership_proof REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed_accounts();

create table password_reset (
  token_hash bytea not null,
  trader_id uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  purpose text not null default 'password'::text,
  constraint password_reset_pkey PRIMARY KEY (token_hash),
  constraint password_reset_purpose_check CHECK ((purpose = ANY (ARRAY['password'::text, 'email'::text])))
);
CREATE INDEX password_reset_expires ON public.password_reset USING btree (expires_at);
CREATE INDEX password_reset_trader ON public.password_reset USING btree (trader_id);

create table payment_attempt (
  attempt_id bigint not null generated always as identity,
  order_id text not null,
  coin text,
  attempted_at timestamp with time zone not null,
  refusal text,
  constraint payment_attempt_pkey PRIMARY KEY (attempt_id)
);
CREATE INDEX payment_attempt_order ON public.payment_attempt USING btree (order_id);
CREATE INDEX payment_attempt_time ON public.payment_attempt USING btree (attempted_at);

create table payment_coin (
  provider text not null,
  coin text not null,
  name text not null,
  symbol text not null,
  network text not null,
  needs_memo boolean not null,
  minimum_cents integer,
  place integer not null,
  checked_at timestamp with time zone not null,
  constraint payment_coin_pkey PRIMARY KEY (provider, coin)
);

create table payment_invoice (
  provider text not null,
  invoice_id text not null,
  order_id text not null,
  invoice_url text not null,
  coin text,
  created_at timestamp with time zone not null,
  constraint payment_invoice_pkey PRIMARY KEY (provider, invoice_id)
);
CREATE INDEX payment_invoice_order ON public.payment_invoice USING btree (order_id, created_at DESC);
CREATE INDEX payment_invoice_text ON public.payment_invoice USING gin (lower(invoice_id) gin_trgm_ops);

create table payment_order (
  order_id text not null,
  trader_id uuid,
  user_email text,
  username text,
  plan text not null,
  tier text not null,
  price_cents integer not null,
  provider text not null,
  state text not null,
  status text not null,
  activated boolean not null default false,
  activated_at timestamp with time zone,
  reconciled_at timestamp with time zone,
  paid_payment_id text,
  review_reason text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  resurfaced_at timestamp with time zone,
  next_check_at timestamp with time zone,
  watched_at timestamp with time zone,
  last_checked_at timestamp with time zone,
  last_check_result text,
  constraint payment_order_pkey PRIMARY KEY (order_id),
  constraint payment_order_check CHECK ((activated = (activated_at IS NOT NULL))),
  constraint payment_order_check1 CHECK ((activated OR (status <> ALL (ARRAY['confirmed'::text, 'finished'::text])))),
  constraint payment_order_check2 CHECK (((NOT activated) OR (state = 'paid'::text))),
  constraint payment_order_order_id_check CHECK ((order_id ~ '^TT-[0-9A-Z]{26}$'::text)),
  constraint payment_order_price_cents_check CHECK ((price_cents > 0)),
  constraint payment_order_state_check CHECK ((state = ANY (ARRAY['creating'::text, 'open'::text, 'in_flight'::text, 'underpaid'::text, 'paid'::text, 'review'::text, 'dead'::text]))),
  constraint payment_order_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'confirming'::text, 'partially_paid'::text, 'confirmed'::text, 'finished'::text, 'failed'::text, 'expired'::text]))),
  constraint payment_order_tier_check CHECK ((tier = ANY (ARRAY['basic'::text, 'diamond'::text])))
);
CREATE INDEX payment_order_due ON public.payment_order USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
CREATE INDEX payment_order_newest ON public.payment_order USING btree (created_at DESC, order_id DESC);
CREATE INDEX payment_order_orphans ON public.payment_order USING btree (order_id) WHERE (review_reason = 'orphan'::text);
CREATE INDEX payment_order_review ON public.payment_order USING btree (order_id) WHERE ((state = 'review'::text) OR (review_reason IS NOT NULL));
CREATE INDEX payment_order_shown ON public.payment_order USING btree (status, activated, reconciled_at, price_cents) WHERE ((deleted_at IS NULL) OR (resurfaced_at IS NOT NULL));
CREATE INDEX payment_order_text ON public.payment_order USING gin (order_id gin_trgm_ops, lower(user_email) gin_trgm_ops, lower(username) gin_trgm_ops);
CREATE INDEX payment_order_trader ON public.payment_order USING btree (trader_id, created_at DESC);
CREATE INDEX payment_order_without_buyer ON public.payment_order USING btree (order_id) WHERE ((trader_id IS NULL) OR (user_email IS NULL) OR (NOT (review_reason IS DISTINCT FROM 'orphan'::text)));
CREATE TRIGGER payment_order_surplus AFTER UPDATE OF activated, paid_payment_id ON public.payment_order FOR EACH ROW WHEN (((old.activated IS DISTINCT FROM new.activated) OR (old.paid_payment_id IS DISTINCT FROM new.paid_payment_id))) EXECUTE FUNCTION mark_surplus_of_order();

create table payment_review (
  order_id text not null,
  mark text not null,
  reviewed_at timestamp with time zone not null,
  reviewed_by uuid,
  note text not null,
  constraint payment_review_pkey PRIMARY KEY (order_id)
);

create table provider_event (
  event_id bigint not null generated always as identity,
  provider text not null,
  dedupe_key text not null,
  provider_payment_id text,
  raw_body text not null,
  snapshot jsonb not null,
  received_at timestamp with time zone not null,
  processed_at timestamp with time zone,
  retry_at timestamp with time zone,
  outcome text,
  constraint provider_event_pkey PRIMARY KEY (event_id),
  constraint provider_event_provider_dedupe_key_key UNIQUE (provider, dedupe_key)
);
CREATE INDEX provider_event_payment ON public.provider_event USING btree (provider, provider_payment_id);
CREATE INDEX provider_event_waiting ON public.provider_event USING btree (event_id) WHERE (processed_at IS NULL);

create table provider_health (
  provider text not null,
  last_success_at timestamp with time zone,
  last_failure_at timestamp with time zone,
  last_failure text,
  failures integer not null default 0,
  last_answer_at timestamp with time zone,
  silent_since timestamp with time zone,
  silent_until timestamp with time zone,
  last_sweep_at timestamp with time zone,
  last_sweep_result text,
  constraint provider_health_pkey PRIMARY KEY (provider)
);

create table provider_payment (
  provider text not null,
  provider_payment_id text not null,
  claimed_order_id text,
  order_id text,
  provider_invoice_id text,
  parent_payment_id text,
  status text not null,
  raw_status text not null,
  price_amount text,
  price_currency text,
  asked text,
  received text,
  coin text,
  notified jsonb,
  notified_at timestamp with time zone,
  claimed_paid_at timestamp with time zone,
  reading jsonb,
  read_back_at timestamp with time zone,
  reading_wanted boolean not null default false,
  next_reading_at timestamp with time zone,
  review_reason text,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  unanswered_since timestamp with time zone,
  unanswered_until timestamp with time zone,
  is_surplus boolean not null default false,
  constraint provider_payment_pkey PRIMARY KEY (provider, provider_payment_id),
  constraint provider_payment_provider_payment_id_check CHECK ((provider_payment_id ~ '^[0-9]{1,30}$'::text)),
  constraint provider_payment_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'confirming'::text, 'confirmed'::text, 'sending'::text, 'partially_paid'::text, 'finished'::text, 'failed'::text, 'refunded'::text, 'expired'::text, 'unknown'::text])))
);
CREATE INDEX provider_payment_claimed ON public.provider_payment USING btree (claimed_order_id);
CREATE INDEX provider_payment_order ON public.provider_payment USING btree (order_id);
CREATE INDEX provider_payment_read ON public.provider_payment USING btree (read_back_at DESC) WHERE (read_back_at IS NOT NULL);
CREATE INDEX provider_payment_refunded ON public.provider_payment USING btree (order_id, provider_payment_id) WHERE (status = 'refunded'::text);
CREATE INDEX provider_payment_review ON public.provider_payment USING btree (order_id) WHERE (review_reason IS NOT NULL);
CREATE INDEX provider_payment_surplus ON public.provider_payment USING btree (order_id) WHERE is_surplus;
CREATE INDEX provider_payment_text ON public.provider_payment USING gin (provider_payment_id gin_trgm_ops, lower(claimed_order_id) gin_trgm_ops, lower(provider_invoice_id) gin_trgm_ops);
CREATE INDEX provider_payment_unknown ON public.provider_payment USING btree (last_seen_at DESC) WHERE (order_id IS NULL);
CREATE INDEX provider_payment_wanted ON public.provider_payment USING btree (claimed_paid_at) WHERE reading_wanted;
CREATE TRIGGER provider_payment_surplus BEFORE INSERT OR UPDATE OF order_id, parent_payment_id, received ON public.provider_payment FOR EACH ROW EXECUTE FUNCTION mark_surplus();

create table provider_refusal (
  refusal_id bigint not null generated always as identity,
  provider text not null,
  reason text not null,
  body text not null,
  address text,
  refused_at timestamp with time zone not null,
  constraint provider_refusal_pkey PRIMARY KEY (refusal_id)
);
CREATE INDEX provider_refusal_newest ON public.provider_refusal USING btree (refused_at DESC);

create table rank_change (
  trader_id uuid not null,
  day date not null,
  rank integer,
  constraint rank_change_pkey PRIMARY KEY (trader_id, day)
);

create table recent_days (
  account_id uuid not null,
  newest date not null,
  days bytea not null,
  worst_month double precision,
  constraint recent_days_pkey PRIMARY KEY (account_id)
);
CREATE TRIGGER recent_days_logs_delete AFTER DELETE ON public.recent_days REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed_accounts();
CREATE TRIGGER recent_days_logs_insert AFTER INSERT ON public.recent_days REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed_accounts();
CREATE TRIGGER recent_days_logs_update AFTER UPDATE ON public.recent_days REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed_accounts();

create table record_revision (
  account_id uuid not null,
  ticket text not null,
  revision integer not null,
  record jsonb not null,
  replaced_at timestamp with time zone not null,
  grave boolean not null,
  constraint record_revision_pkey PRIMARY KEY (account_id, ticket, revision)
);
CREATE INDEX record_revision_replaced ON public.record_revision USING btree (account_id, replaced_at);
CREATE TRIGGER record_revision_added AFTER INSERT ON public.record_revision FOR EACH ROW WHEN ((new.revision = 0)) EXECUTE FUNCTION note_revision();

create table record_sum (
  account_id uuid not null,
  kind text not null,
  records integer not null,
  amount double precision not null,
  constraint record_sum_pkey PRIMARY KEY (account_id, kind),
  constraint record_sum_kind_check CHECK ((kind = ANY (ARRAY['deposit'::text, 'withdrawal'::text, 'imported_deposit'::text, 'imported_withdrawal'::text, 'late'::text, 'revised'::text])))
);

create table recovery_code (
  trader_id uuid not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_code_pkey PRIMARY KEY (trader_id, code_hash)
);

create table sandbox_delivery (
  delivery_id bigint not null generated always as identity,
  payment_id text not null,
  status text not null,
  body text not null,
  manner text not null,
  answered integer,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint sandbox_delivery_pkey PRIMARY KEY (delivery_id)
);
CREATE INDEX sandbox_delivery_waiting ON public.sandbox_delivery USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);

create table sandbox_invoice (
  invoice_id text not null,
  order_id text not null,
  price_amount text not null,
  description text not null,
  pay_currency text,
  notify_url text not null,
  success_url text not null,
  cancel_url text not null,
  created_at timestamp with time zone not null,
  constraint sandbox_invoice_pkey PRIMARY KEY (invoice_id)
);
CREATE INDEX sandbox_invoice_order ON public.sandbox_invoice USING btree (order_id);

create table sandbox_payment (
  payment_id text not null,
  invoice_id text not null,
  parent_payment_id text,
  status text not null,
  coin text not null,
  asked text not null,
  received text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint sandbox_payment_pkey PRIMARY KEY (payment_id)
);
CREATE INDEX sandbox_payment_invoice ON public.sandbox_payment USING btree (invoice_id);

create table second_factor (
  trader_id uuid not null,
  secret_sealed text not null,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  last_step bigint,
  constraint second_factor_pkey PRIMARY KEY (trader_id)
);

create table self_check (
  check_name text not null,
  checked_at timestamp with time zone not null,
  faults integer not null,
  constraint self_check_pkey PRIMARY KEY (check_name),
  constraint self_check_faults_check CHECK ((faults >= 0))
);

create table session (
  session_id uuid not null,
  token_hash bytea not null,
  trader_id uuid not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  user_agent text,
  is_limited boolean not null default false,
  ends_at timestamp with time zone,
  constraint session_pkey PRIMARY KEY (session_id),
  constraint session_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX session_last_used ON public.session USING btree (last_used_at);
CREATE INDEX session_trader ON public.session USING btree (trader_id);

create table showcase (
  showcase_id uuid not null,
  trader_id uuid not null,
  status text not null,
  latest_version integer not null,
  last_number integer not null default 1,
  submitted_version integer,
  published_version integer,
  published_at timestamp with time zone,
  views_count bigint not null default 0,
  clicks_count bigint not null default 0,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint showcase_pkey PRIMARY KEY (showcase_id),
  constraint showcase_trader_id_key UNIQUE (trader_id),
  constraint showcase_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'pending_review'::text, 'published'::text, 'published_with_pending'::text, 'changes_requested'::text, 'rejected'::text])))
);

create table showcase_click_day (
  showcase_id uuid not null,
  day date not null,
  type text not null,
  target text not null,
  position smallint not null,
  clicks integer not null default 0,
  constraint showcase_click_day_pkey PRIMARY KEY (showcase_id, day, type, target, "position")
);

create table showcase_day (
  showcase_id uuid not null,
  day date not null,
  views integer not null default 0,
  visitors integer not null default 0,
  clicks integer not null default 0,
  constraint showcase_day_pkey PRIMARY KEY (showcase_id, day)
);

create table showcase_event (
  event_id bigint not null generated always as identity,
  showcase_id uuid not null,
  at timestamp with time zone not null,
  actor uuid,
  event text not null,
  from_status text,
  to_status text not null,
  version integer not null,
  message text,
  constraint showcase_event_pkey PRIMARY KEY (event_id)
);
CREATE INDEX showcase_event_of_showcase ON public.showcase_event USING btree (showcase_id, event_id);

create table showcase_file (
  file_key text not null,
  trader_id uuid not null,
  kind text not null,
  name text not null,
  bytes integer not null,
  created_at timestamp with time zone not null,
  constraint showcase_file_pkey PRIMARY KEY (file_key),
  constraint showcase_file_kind_check CHECK ((kind = ANY (ARRAY['image'::text, 'pdf'::text])))
);
CREATE INDEX showcase_file_of_trader ON public.showcase_file USING btree (trader_id);

create table showcase_origin (
  day date not null,
  showcase_id uuid not null,
  origin bytea not null,
  visitors integer not null,
  views integer not null,
  clicks integer not null,
  constraint showcase_origin_pkey PRIMARY KEY (day, showcase_id, origin)
);

create table showcase_source_day (
  showcase_id uuid not null,
  day date not null,
  source text not null,
  views integer not null default 0,
  visitors integer not null default 0,
  clicks integer not null default 0,
  constraint showcase_source_day_pkey PRIMARY KEY (showcase_id, day, source)
);

create table showcase_version (
  showcase_id uuid not null,
  version integer not null,
  content jsonb not null,
  created_at timestamp with time zone not null,
  constraint showcase_version_pkey PRIMARY KEY (showcase_id, version)
);
CREATE INDEX showcase_version_title ON public.showcase_version USING gin (lower((content #>> '{profile,subtitle}'::text[])) gin_trgm_ops);

create table showcase_visit (
  day date not null,
  showcase_id uuid not null,
  visitor bytea not null,
  target text not null,
  counted_at timestamp with time zone not null,
  earlier_at timestamp with time zone,
  constraint showcase_visit_pkey PRIMARY KEY (day, showcase_id, visitor, target)
);
CREATE INDEX showcase_visit_of_visitor ON public.showcase_visit USING btree (visitor, day);

create table subscription (
  subscription_id uuid not null,
  trader_id uuid not null,
  tier text not null,
  until timestamp with time zone not null,
  status text not null,
  plan_type text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint subscription_pkey PRIMARY KEY (subscription_id),
  constraint subscription_trader_id_tier_key UNIQUE (trader_id, tier),
  constraint subscription_plan_type_check CHECK ((plan_type = ANY (ARRAY['monthly'::text, 'quarterly'::text, 'yearly'::text, 'manual'::text]))),
  constraint subscription_status_check CHECK ((status = ANY (ARRAY['active'::text, 'cancelled'::text]))),
  constraint subscription_tier_check CHECK ((tier = ANY (ARRAY['basic'::text, 'diamond'::text])))
);
CREATE INDEX subscription_end ON public.subscription USING btree (until);
CREATE INDEX subscription_until ON public.subscription USING btree (tier, until, trader_id);
CREATE TRIGGER subscription_logs_delete AFTER DELETE ON public.subscription REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed_traders();
CREATE TRIGGER subscription_logs_insert AFTER INSERT ON public.subscription REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed_traders();
CREATE TRIGGER subscription_logs_update AFTER UPDATE ON public.subscription REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed_traders();

create table sync_ledger (
  account_id uuid not null,
  n bigint not null,
  at timestamp with time zone not null,
  records integer not null,
  records_digest bytea not null,
  figures text not null,
  hash bytea not null,
  constraint sync_ledger_pkey PRIMARY KEY (account_id, n)
);
CREATE TRIGGER sync_ledger_append_only BEFORE DELETE OR UPDATE ON public.sync_ledger FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER sync_ledger_never_emptied BEFORE TRUNCATE ON public.sync_ledger FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table trade (
  account_id uuid not null,
  ticket text not null,
  symbol text not null,
  side text not null,
  volume double precision not null,
  open_at timestamp with time zone not null,
  close_at timestamp with time zone not null,
  net double precision not null,
  origin text not null,
  constraint trade_pkey PRIMARY KEY (account_id, ticket),
  constraint trade_origin_check CHECK ((origin = ANY (ARRAY['witnessed'::text, 'imported'::text, 'late'::text]))),
  constraint trade_side_check CHECK ((side = ANY (ARRAY['buy'::text, 'sell'::text])))
);
CREATE INDEX trade_close ON public.trade USING btree (account_id, close_at);
CREATE INDEX trade_opened ON public.trade USING btree (open_at) WHERE (origin = 'witnessed'::text);
CREATE INDEX trade_symbol_closed ON public.trade USING btree (symbol, close_at) WHERE (origin = 'witnessed'::text);
CREATE INDEX trade_ticket ON public.trade USING btree (ticket, open_at) WHERE (origin = 'witnessed'::text);
CREATE TRIGGER trade_added AFTER INSERT ON public.trade REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_trade_sums();
CREATE TRIGGER trade_changed AFTER UPDATE ON public.trade REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION change_trade_sums();
CREATE TRIGGER trade_exposed AFTER INSERT ON public.trade REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_exposed();
CREATE TRIGGER trade_logs_delete AFTER DELETE ON public.trade REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed_accounts();
CREATE TRIGGER trade_logs_insert AFTER INSERT ON public.trade REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed_accounts();
CREATE TRIGGER trade_logs_update AFTER UPDATE ON public.trade REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed_accounts();

create table trade_sum (
  account_id uuid not null,
  origin text not null,
  symbol text not null,
  side text not null,
  weekday smallint not null,
  hour smallint not null,
  trades integer not null,
  wins integer not null,
  losses integer not null,
  gross double precision not null,
  loss double precision not null,
  profit double precision not null,
  best double precision not null,
  worst double precision not null,
  held_won double precision not null,
  held_lost double precision not null,
  held double precision not null,
  constraint trade_sum_pkey PRIMARY KEY (account_id, origin, symbol, side, weekday, hour)
);

create table trader (
  trader_id uuid not null,
  user_sequential_id integer default nextval('trader_number'::regclass),
  username text not null,
  display_name text not null,
  email text not null,
  country text not null,
  password_hash text not null,
  is_admin boolean not null default false,
  broker_server text not null,
  account_number text not null,
  investor_password_sealed text,
  bio text,
  hide_amounts boolean not null default false,
  myfxbook_url text,
  links jsonb not null default '{}'::jsonb,
  terms_accepted_at timestamp with time zone not null,
  terms_version text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deactivated_at timestamp with time zone,
  social_text text,
  avatar_key text,
  first_signed_in_at timestamp with time zone,
  erasing_at timestamp with time zone,
  erasing_tried_at timestamp with time zone,
  exporting_until timestamp with time zone,
  email_proof text not null default 'unasked'::text,
  constraint trader_pkey PRIMARY KEY (trader_id),
  constraint trader_user_sequential_id_key UNIQUE (user_sequential_id),
  constraint trader_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint trader_email_proof_check CHECK ((email_proof = ANY (ARRAY['unasked'::text, 'awaited'::text, 'proven'::text])))
);
CREATE INDEX trader_account_number ON public.trader USING btree (account_number);
CREATE INDEX trader_admin ON public.trader USING btree (trader_id) WHERE is_admin;
CREATE INDEX trader_avatar ON public.trader USING btree (avatar_key) WHERE (avatar_key IS NOT NULL);
CREATE INDEX trader_deactivated ON public.trader USING btree (trader_id) WHERE (deactivated_at IS NOT NULL);
CREATE UNIQUE INDEX trader_email_key ON public.trader USING btree (lower(email));
CREATE INDEX trader_erasing ON public.trader USING btree (COALESCE(erasing_tried_at, erasing_at)) WHERE (erasing_at IS NOT NULL);
CREATE INDEX trader_listed ON public.trader USING btree (created_at, trader_id) WHERE (erasing_at IS NULL);
CREATE INDEX trader_text ON public.trader USING gin (lower(username) gin_trgm_ops, lower(display_name) gin_trgm_ops, lower(email) gin_trgm_ops);
CREATE UNIQUE INDEX trader_username_key ON public.trader USING btree (lower(username));
CREATE UNIQUE INDEX trader_username_lookalike ON public.trader USING btree (translate(lower(username), '01i'::text, 'oll'::text));
CREATE TRIGGER trader_logs_delete AFTER DELETE ON public.trader REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed_traders();
CREATE TRIGGER trader_logs_insert AFTER INSERT ON public.trader REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed_traders();
CREATE TRIGGER trader_logs_update AFTER UPDATE ON public.trader REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed_traders();
CREATE TRIGGER trader_role AFTER INSERT OR DELETE OR UPDATE OF is_admin ON public.trader FOR EACH ROW EXECUTE FUNCTION audit_role();
CREATE TRIGGER trader_role_sessions AFTER UPDATE OF is_admin ON public.trader FOR EACH ROW WHEN ((old.is_admin IS DISTINCT FROM new.is_admin)) EXECUTE FUNCTION end_sessions();

create table trader_change (
  at_xid xid8 not null default pg_current_xact_id(),
  trader_ids uuid[] not null,
  at timestamp with time zone not null default now(),
  account_alone boolean not null default false
);
CREATE INDEX trader_change_at_xid ON public.trader_change USING btree (at_xid);

create table trading_account (
  account_id uuid not null,
  trader_id uuid not null,
  platform text not null,
  server text not null,
  login text not null,
  company text not null,
  currency text not null,
  digits smallint not null,
  leverage integer,
  trade_mode text not null,
  margin_mode text,
  bound_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  ea_version text not null,
  first_snapshot_at timestamp with time zone,
  imported_trades integer not null default 0,
  imported_net double precision not null default 0,
  imported_since timestamp with time zone,
  engine jsonb,
  intake jsonb not null,
  released_to uuid,
  opening_balance double precision,
  opening_equity double precision,
  opening_credit double precision,
  server_key text not null generated always as (folded_server(server)) stored,
  shares_number boolean not null default false,
  revoked_token bytea,
  intake_bytes bytea,
  last_receipt_at timestamp with time zone not null,
  sync_count bigint not null default 0,
  last_snapshot_at timestamp with time zone,
  balance double precision,
  equity double precision,
  credit double precision,
  floating double precision,
  total_profit double precision not null default 0,
  profit_max double precision not null default 0,
  engine_bytes bytea,
  today_equity_end double precision,
  today_growth double precision,
  today_high double precision,
  today_low double precision,
  today_drawdown double precision,
  today_drawdown_end double precision,
  state_bytes bytea,
  today date,
  constraint trading_account_pkey PRIMARY KEY (account_id),
  constraint trading_account_revoked_token_key UNIQUE (revoked_token),
  constraint trading_account_platform_check CHECK ((platform = ANY (ARRAY['MT4'::text, 'MT5'::text]))),
  constraint trading_account_trade_mode_check CHECK ((trade_mode = ANY (ARRAY['real'::text, 'demo'::text, 'contest'::text])))
);
CREATE UNIQUE INDEX trading_account_bound ON public.trading_account USING btree (server_key, login) WHERE ((closed_at IS NULL) AND (NOT shares_number));
CREATE INDEX trading_account_number ON public.trading_account USING btree (server_key, login);
CREATE INDEX trading_account_of_trader ON public.trading_account USING btree (trader_id);
CREATE INDEX trading_account_released ON public.trading_account USING btree (released_to) WHERE (released_to IS NOT NULL);
CREATE INDEX trading_account_synced ON public.trading_account USING btree (trader_id) INCLUDE (first_snapshot_at) WHERE (closed_at IS NULL);
CREATE UNIQUE INDEX trading_account_trader ON public.trading_account USING btree (trader_id) WHERE (closed_at IS NULL);
CREATE CONSTRAINT TRIGGER account_opened AFTER UPDATE OF first_snapshot_at ON public.trading_account DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.first_snapshot_at IS NULL) AND (new.first_snapshot_at IS NOT NULL))) EXECUTE FUNCTION note_imported_days();
CREATE TRIGGER trading_account_logs_delete AFTER DELETE ON public.trading_account REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed_traders();
CREATE TRIGGER trading_account_logs_insert AFTER INSERT ON public.trading_account REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed_traders();
CREATE TRIGGER trading_account_logs_update AFTER UPDATE ON public.trading_account REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_updated_accounts();

create table unobserved_days (
  account_id uuid not null,
  from_day date not null,
  to_day date not null,
  constraint unobserved_days_pkey PRIMARY KEY (account_id, from_day)
);

create table visitor_key (
  day date not null,
  key bytea not null,
  constraint visitor_key_pkey PRIMARY KEY (day)
);

alter table account_closing add constraint account_closing_account_id_fkey FOREIGN KEY (account_id) REFERENCES trading_account(account_id) ON DELETE CASCADE;

alter table account_integrity add constraint account_integrity_account_id_fkey FOREIGN KEY (account_id) REFERENCES trading_account(account_id) ON DELETE CASCADE;

alter table account_point add constraint account_point_account_id_fkey FOREIGN KEY (account_id) REFERENCES trading_account(account_id) ON DELETE CASCADE;

alter table balance_operation add constraint balance_operation_account_id_fkey FOREIGN KEY (account_id) REFERENCES trading_account(account_id) ON DELETE CASCADE;

alter table contact_message add constraint contact_message_handled_by_fkey FOREIGN KEY (handled_by) REFERENCES trader(trader_id) ON DELETE SET NULL;
alter table contact_message add constraint contact_message_trader_id_fkey FOREIGN KEY (trader_id) REFERENCES trader(trader_id) ON DELETE CASCADE;

alter table daily_row add constraint daily_row_account_id_fkey FOREIGN KEY (account_id) REFERENCES trading_account(account_id) ON DELETE CASCADE;

alter table ea_token add constraint ea_token_trader_id_fkey FOREIGN KEY (trader_id) REFERENCES trader(trader_id) ON DELETE CASCADE;

alter table exposed_day add constraint exposed_day_account_id_fkey FOREIGN KEY (account_id) REFERENCES trading_account(account_id) ON DELETE CASCADE;

alter table external_match add constraint external_match_account_id_fkey FOREIGN KEY (account_id) REFERENCES trading_account(account_id) ON DELETE CASCADE;
alter table external_match add constraint external_match_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES trader(trader_id) ON DELETE SET NULL;

alter table imported_day add constraint imported_day_account_id_fkey FOREIGN KEY (account_id) REFERENCES trading_account(account_id) ON DELETE CASCADE;

alter table imported_row add constraint imported_row_account_id_fkey FOREIGN KEY (account_id) REFERENCES trading_account(account_id) ON DELETE CASCADE;

alter table integrity_case add constraint integrity_case_account_id_fkey FOREIGN KEY (account_id) REFERENCES trading_account(account_id) ON DELETE CASCADE;
alter table integrity_case add constraint integrity_case_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES trader(trader_id) ON DELETE SET NULL;

alter table integrity_tag add constraint integrity_tag_account_id_fkey FOREIGN KEY (account_id) REFERENCES trading_account(account_id) ON DELETE CASCADE;

alter table known_device add constraint known_device_trader_id_fkey FOREIGN KEY (trader_id) REFERENCES trader(trader_id) ON DELETE CASCADE;

alter table ledger_check add constraint ledger_check_account_id_fkey FOREIGN KEY (account_id) REFERENCES trading_account(account_id) ON DELETE CASCADE;

alter table ledger_record add constraint ledger_record_account_id_fkey FOREIGN KEY (account_id) REFERENCES trading_account(account_id) ON DELETE CASCADE;

alter table night_check add constraint night_check_account_id_fkey FOREIGN KEY (account_id) REFERENCES trading_account(account_id) ON DELETE CASCADE;

alter table ownership_proof add constraint ownership_proof_account_id_fkey FOREIGN KEY (account_id) REFERENCES trading_account(account_id) ON DELETE CASCADE;

alter table password_reset add constraint password_reset_trader_id_fkey FOREIGN KEY (trader_id) REFERENCES trader(trader_id) ON DELETE CASCADE;

alter table payment_attempt add constraint payment_attempt_order_id_fkey FOREIGN KEY (order_id) REFERENCES payment_order(order_id) ON DELETE CASCADE;

alter table payment_invoice add constraint payment_invoice_order_id_fkey FOREIGN KEY (order_id) REFERENCES payment_order(order_id);

alter table payment_order add constraint payment_order_trader_id_fkey FOREIGN KEY (trader_id) REFERENCES trader(trader_id) ON DELETE SET NULL;

alter table payment_review add constraint payment_review_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES trader(trader_id) ON DELETE SET NULL;

alter table provider_payment add constraint provider_payment_order_id_fkey FOREIGN KEY (order_id) REFERENCES payment_order(order_id);

alter table rank_change add constraint rank_change_trader_id_fkey FOREIGN KEY (trader_id) REFERENCES trader(trader_id) ON DELETE CASCADE;

alter table recent_days add constraint recent_days_account_id_fkey FOREIGN KEY (account_id) REFERENCES trading_account(account_id) ON DELETE CASCADE;

alter table record_revision add constraint record_revision_account_id_fkey FOREIGN KEY (account_id) REFERENCES trading_account(account_id) ON DELETE CASCADE;

alter table record_sum add constraint record_sum_account_id_fkey FOREIGN KEY (account_id) REFERENCES trading_account(account_id) ON DELETE CASCADE;

alter table recovery_code add constraint recovery_code_trader_id_fkey FOREIGN KEY (trader_id) REFERENCES second_factor(trader_id) ON DELETE CASCADE;

alter table sandbox_delivery add constraint sandbox_delivery_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES sandbox_payment(payment_id);

alter table sandbox_payment add constraint sandbox_payment_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES sandbox_invoice(invoice_id);
alter table sandbox_payment add constraint sandbox_payment_parent_payment_id_fkey FOREIGN KEY (parent_payment_id) REFERENCES sandbox_payment(payment_id);

alter table second_factor add constraint second_factor_trader_id_fkey FOREIGN KEY (trader_id) REFERENCES trader(trader_id) ON DELETE CASCADE;

alter table session add constraint session_trader_id_fkey FOREIGN KEY (trader_id) REFERENCES trader(trader_id) ON DELETE CASCADE;

alter table showcase add constraint showcase_trader_id_fkey FOREIGN KEY (trader_id) REFERENCES trader(trader_id) ON DELETE CASCADE;

alter table showcase_click_day add constraint showcase_click_day_showcase_id_fkey FOREIGN KEY (showcase_id) REFERENCES showcase(showcase_id) ON DELETE CASCADE;

alter table showcase_day add constraint showcase_day_showcase_id_fkey FOREIGN KEY (showcase_id) REFERENCES showcase(showcase_id) ON DELETE CASCADE;

alter table showcase_event add constraint showcase_event_showcase_id_fkey FOREIGN KEY (showcase_id) REFERENCES showcase(showcase_id) ON DELETE CASCADE;

alter table showcase_file add constraint showcase_file_trader_id_fkey FOREIGN KEY (trader_id) REFERENCES trader(trader_id) ON DELETE CASCADE;

alter table showcase_origin add constraint showcase_origin_showcase_id_fkey FOREIGN KEY (showcase_id) REFERENCES showcase(showcase_id) ON DELETE CASCADE;

alter table showcase_source_day add constraint showcase_source_day_showcase_id_fkey FOREIGN KEY (showcase_id) REFERENCES showcase(showcase_id) ON DELETE CASCADE;

alter table showcase_version add constraint showcase_version_showcase_id_fkey FOREIGN KEY (showcase_id) REFERENCES showcase(showcase_id) ON DELETE CASCADE;

alter table showcase_visit add constraint showcase_visit_showcase_id_fkey FOREIGN KEY (showcase_id) REFERENCES showcase(showcase_id) ON DELETE CASCADE;

alter table subscription add constraint subscription_trader_id_fkey FOREIGN KEY (trader_id) REFERENCES trader(trader_id);

alter table sync_ledger add constraint sync_ledger_account_id_fkey FOREIGN KEY (account_id) REFERENCES trading_account(account_id) ON DELETE CASCADE;

alter table trade add constraint trade_account_id_fkey FOREIGN KEY (account_id) REFERENCES trading_account(account_id) ON DELETE CASCADE;

alter table trade_sum add constraint trade_sum_account_id_fkey FOREIGN KEY (account_id) REFERENCES trading_account(account_id) ON DELETE CASCADE;

alter table trading_account add constraint trading_account_released_to_fkey FOREIGN KEY (released_to) REFERENCES trader(trader_id) ON DELETE SET NULL;
alter table trading_account add constraint trading_account_trader_id_fkey FOREIGN KEY (trader_id) REFERENCES trader(trader_id) ON DELETE CASCADE;

alter table unobserved_days add constraint unobserved_days_account_id_fkey FOREIGN KEY (account_id) REFERENCES trading_account(account_id) ON DELETE CASCADE;

create view trader_plan as
SELECT trader.trader_id,
    diamond.until AS diamond_expires,
    GREATEST(basic.until, diamond.until) AS leaderboard_expires
   FROM ((trader
     LEFT JOIN subscription basic ON (((basic.trader_id = trader.trader_id) AND (basic.tier = 'basic'::text))))
     LEFT JOIN subscription diamond ON (((diamond.trader_id = trader.trader_id) AND (diamond.tier = 'diamond'::text))));

create view held_account as
SELECT account_id,
    min(opened_at) AS since,
    COALESCE(bool_or((decision = 'upheld'::text)), false) AS upheld
   FROM integrity_case
  WHERE (holds AND ((decision IS NULL) OR (decision = 'upheld'::text)))
  GROUP BY account_id;

create view dismissed_finding as
SELECT account_id,
    code
   FROM integrity_case latest
  WHERE ((decision = 'cleared'::text) AND (NOT (EXISTS ( SELECT
           FROM integrity_case later
          WHERE ((later.account_id = latest.account_id) AND (later.code = latest.code) AND (later.opened_at > latest.opened_at))))));

create view daily_row_now as
SELECT daily.account_id,
    daily.day,
    daily.equity_start,
        CASE
            WHEN (account.today = daily.day) THEN account.today_equity_end
            ELSE daily.equity_end
        END AS equity_end,
    daily.balance_end,
    daily.inflow,
    daily.outflow,
        CASE
            WHEN (account.today = daily.day) THEN account.today_growth
            ELSE daily.growth
        END AS growth,
        CASE
            WHEN (account.today = daily.day) THEN account.today_high
            ELSE daily.high
        END AS high,
        CASE
            WHEN (account.today = daily.day) THEN account.today_low
            ELSE daily.low
        END AS low,
        CASE
            WHEN (account.today = daily.day) THEN account.today_drawdown
            ELSE daily.drawdown
        END AS drawdown,
    daily.trades,
    daily.wins,
    daily.counted,
    daily.counted_wins,
    daily.profit,
        CASE
            WHEN (account.today = daily.day) THEN account.today_drawdown_end
            ELSE daily.drawdown_end
        END AS drawdown_end
   FROM (daily_row daily
     JOIN trading_account account USING (account_id));

