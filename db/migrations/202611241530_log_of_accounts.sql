-- The log of changes says of which traders the account's row alone was written: the ranking reads nothing else of them.
alter table trader_change add column account_alone boolean not null default false;

create or replace function log_traders(changed uuid[]) returns void language sql as $$
  insert into trader_change (trader_ids)
  select array_agg(trader_id)
    from (select unnest(changed) as trader_id
          except
          select unnest(trader_ids) from trader_change where at_xid = pg_current_xact_id() and not account_alone) added
  having count(*) > 0
$$;

create function log_updated_accounts() returns trigger language plpgsql as $$
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
end $$;

create or replace trigger trading_account_logs_update after update on trading_account
  referencing new table as changed for each statement execute function log_updated_accounts();

-- They change with the account's row, so that the log had no need of them until now.
create trigger recent_days_logs_insert after insert on recent_days
  referencing new table as changed for each statement execute function log_changed_accounts();
create trigger recent_days_logs_update after update on recent_days
  referencing new table as changed for each statement execute function log_changed_accounts();
create trigger recent_days_logs_delete after delete on recent_days
  referencing old table as changed for each statement execute function log_changed_accounts();
create trigger trade_logs_insert after insert on trade
  referencing new table as changed for each statement execute function log_changed_accounts();
create trigger trade_logs_update after update on trade
  referencing new table as changed for each statement execute function log_changed_accounts();
create trigger trade_logs_delete after delete on trade
  referencing old table as changed for each statement execute function log_changed_accounts();
