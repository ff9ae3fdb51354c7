-- The audit log is searched by action, person and time.
create index audit_log_action on audit_log (action collate "C", audit_id);
create index audit_log_actor on audit_log (actor, audit_id);
create index audit_log_at on audit_log (at);

-- Each nightly check of the chain, and the root that it found: the log's last line with its hash.
create table audit_check (
  checked_at timestamptz primary key,
  -- Of the whole log; the last line's number too where nothing is missing.
  lines bigint not null,
  root_hash bytea,
  -- The first line that was changed, removed or put in.
  broken_at bigint,
  -- The first day whose exported root the log no longer bears out.
  differs_from date,
  -- Whether this root lies in the store of files.
  exported boolean not null
);
create trigger audit_check_append_only before update or delete or truncate on audit_check
  for each statement execute function refuse_change();

-- Up to which line the admins were told of what concerns them all.
create table audit_notice (
  only_one boolean primary key default true check (only_one),
  last_id bigint not null,
  told_at timestamptz
);
insert into audit_notice (last_id) select coalesce(max(audit_id), 0) from audit_log;

-- Who becomes an admin, or is one no longer, is noted whoever changes it, past the product too: also the admin who is put in as one, or
-- taken out of the table.
create function audit_role() returns trigger language plpgsql as $$
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
end $$;
create trigger trader_role after insert or delete or update of is_admin on trader for each row execute function audit_role();
