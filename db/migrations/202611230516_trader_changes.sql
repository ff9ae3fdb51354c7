-- The traders whose row in the ranking may have changed: a row for each statement that changed one, in the transaction of the change.
-- Instances read what was added since the snapshot of their last read. docs/decisions/027-log-of-changes.md.
create table trader_change (
  at_xid xid8 not null default pg_current_xact_id(),
  trader_ids uuid[] not null,
  at timestamptz not null default now()
);
create index trader_change_at_xid on trader_change (at_xid);
-- Ids hardly shrink, and a row of a whole flush stays on its page.
alter table trader_change alter column trader_ids set storage main;
alter table trader_change set (toast_tuple_target = 8160);

-- A transaction names each trader once, however many of its statements change one.
create function log_traders(changed uuid[]) returns void language sql as $$
  insert into trader_change (trader_ids)
  select array_agg(trader_id)
    from (select unnest(changed) as trader_id
          except
          select unnest(trader_ids) from trader_change where at_xid = pg_current_xact_id()) added
  having count(*) > 0
$$;

create function log_changed_traders() returns trigger language plpgsql as $$
begin
  if exists (select from changed) then perform log_traders(array(select trader_id from changed)); end if;
  return null;
end $$;

create function log_changed_accounts() returns trigger language plpgsql as $$
begin
  if exists (select from changed) then
    perform log_traders(array(select account.trader_id from changed join trading_account account using (account_id)));
  end if;
  return null;
end $$;

-- The tables of `tradersById`. `trade`, `daily_row` and `recent_days` change together with their account, in its transaction.
do $$
declare
  logged record;
begin
  for logged in
    select relation, function, event, transition
      from (values ('trader', 'log_changed_traders'), ('subscription', 'log_changed_traders'),
                   ('trading_account', 'log_changed_traders'), ('integrity_tag', 'log_changed_accounts'),
                   ('integrity_case', 'log_changed_accounts'), ('ownership_proof', 'log_changed_accounts'),
                   ('external_match', 'log_changed_accounts'), ('imported_row', 'log_changed_accounts')) source (relation, function),
           (values ('insert', 'new'), ('update', 'new'), ('delete', 'old')) kind (event, transition)
  loop
    execute format('create trigger %I after %s on %I referencing %s table as changed for each statement execute function %I()',
      logged.relation || '_logs_' || logged.event, logged.event, logged.relation, logged.transition, logged.function);
  end loop;
end $$;
