-- batches: fifty accounts at a time, each time in a transaction of its own; $1 is the last account of the time before
-- Sums of accounts from before 202611241515_record_sums. Syncs of these accounts wait for the batch: the sums must miss no record and
-- count none twice.
with batch as materialized (
  select account_id from trading_account
   where account_id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000')
   order by account_id limit 50
     for update
)
select renew_record_sums(array(select account_id from batch)),
       (select account_id from batch order by account_id desc limit 1) as last,
       (select count(*)::int from batch) as rows
 where exists (select from batch);
