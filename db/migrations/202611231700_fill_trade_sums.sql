-- batches: fifty accounts at a time, each time in a transaction of its own; $1 is the last account of the time before
-- Sums the trades of accounts from before 202611230915_trade_sums. A database with the earlier text of that migration has all sums. Syncs of
-- these fifty accounts wait for the batch: the sums must miss no trade and count none twice.
with batch as materialized (
  select account_id from trading_account
   where account_id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000')
     and not exists (
       select from schema_migration
        where name = '202611230915_trade_sums'
          and checksum = '58dece62b3ff17bfe3ae2812a6fbd8d71f86fbf35794edb9ae24052a05978418'
     )
   order by account_id limit 50
     for update
)
select renew_trade_sums(array(select account_id from batch)),
       (select account_id from batch order by account_id desc limit 1) as last,
       (select count(*)::int from batch) as rows
 where exists (select from batch);
