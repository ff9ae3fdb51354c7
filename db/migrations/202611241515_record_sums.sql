-- Sums of records that a profile shows, so that no visitor's request reads an account's history. docs/decisions/054-sums-of-payments.md
create table record_sum (
  account_id uuid not null references trading_account on delete cascade,
  -- Deposits and withdrawals by origin; transfers count as either, by their sign. Late records count nowhere else. Revised: changed since.
  kind text not null check (kind in ('deposit', 'withdrawal', 'imported_deposit', 'imported_withdrawal', 'late', 'revised')),
  records integer not null,
  -- Account currency; 0 for revised records.
  amount double precision not null,
  primary key (account_id, kind)
);

-- The kind of a balance operation; null for those that are no payment of the account's owner, and for late ones.
create function payment_kind(type text, amount double precision, origin text) returns text language sql immutable as $$
  select case when type in ('deposit', 'withdrawal', 'transfer') and origin in ('witnessed', 'imported')
              then case origin when 'imported' then 'imported_' else '' end || case when amount > 0 then 'deposit' else 'withdrawal' end
         end
$$;

create function renew_record_sums(accounts uuid[]) returns void language sql as $$
  delete from record_sum where account_id = any (accounts);
  insert into record_sum
  select account_id, payment_kind(type, amount, origin), count(*), sum(amount) from balance_operation
   where account_id = any (accounts) and payment_kind(type, amount, origin) is not null group by 1, 2
   union all
  select account_id, 'late', count(*), sum(net) from ledger_record where account_id = any (accounts) and late group by 1
   union all
  select account_id, 'revised', count(*), 0 from record_revision where account_id = any (accounts) and revision = 0 group by 1;
$$;

create function add_payment_sums() returns trigger language plpgsql as $$
begin
  insert into record_sum as stored
  select account_id, payment_kind(type, amount, origin), count(*), sum(amount) from added
   where payment_kind(type, amount, origin) is not null group by 1, 2
      on conflict (account_id, kind) do update
     set records = stored.records + excluded.records, amount = stored.amount + excluded.amount;
  return null;
end $$;

create trigger balance_operation_added after insert on balance_operation
  referencing new table as added for each statement execute function add_payment_sums();

-- Few records are late or change: one row each time, and no work for all others.
create function add_record_sum(of_account uuid, of_kind text, more integer, money double precision) returns void language sql as $$
  insert into record_sum as stored values (of_account, of_kind, more, money)
      on conflict (account_id, kind) do update
     set records = stored.records + excluded.records, amount = stored.amount + excluded.amount
$$;

create function note_late_record() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.late then
    perform add_record_sum(new.account_id, 'late', new.late::int - 1, case when new.late then new.net else 0 end - old.net);
  else
    perform add_record_sum(new.account_id, 'late', 1, new.net);
  end if;
  return null;
end $$;

create trigger ledger_record_late after insert on ledger_record
  for each row when (new.late) execute function note_late_record();

create trigger ledger_record_late_changed after update on ledger_record
  for each row when (old.late <> new.late or new.late and old.net <> new.net) execute function note_late_record();

create function note_revision() returns trigger language plpgsql as $$
begin
  perform add_record_sum(new.account_id, 'revised', 1, 0);
  return null;
end $$;

create trigger record_revision_added after insert on record_revision
  for each row when (new.revision = 0) execute function note_revision();
