-- batches: twenty accounts at a time, each time in a transaction of its own; $1 is the last account of the time before
-- Days of accounts from before 202611232015_days_of_records. Syncs of these accounts wait for the batch: no trade may be missed. A trade
-- that is added twice changes nothing.
with batch as materialized (
  select account_id from trading_account
   where account_id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000') and first_snapshot_at is not null
   order by account_id limit 20
     for update
), exposed as materialized (
  select add_exposed(array_agg(account_id), array_agg(open_at), array_agg(close_at))
    from trade where account_id in (select account_id from batch) and origin = 'witnessed'
), imported as materialized (
  select renew_imported_days(array(select account_id from batch))
)
select (select account_id from batch order by account_id desc limit 1) as last, (select count(*)::int from batch) as rows,
       (select count(*) from exposed) as exposed, (select count(*) from imported) as imported
 where exists (select from batch);
