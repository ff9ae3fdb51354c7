-- batches: a hundred accounts at a time, each time in a transaction of its own; $1 is the last account of the time before
-- Stretches from before 202611241645_unobserved_days. Every day with a snapshot has a point of the chart, so days without one had none. A
-- stretch for which the advisor stored points while it was offline is not found.
with batch as materialized (
  select account_id from trading_account
   where account_id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000') and first_snapshot_at is not null
   order by account_id limit 100
), seen as (
  select distinct account_id, (at at time zone 'UTC')::date as day
    from account_point where account_id in (select account_id from batch)
), filled as (
  insert into unobserved_days
  select account_id, day + 1, next - 1
    from (select account_id, day, lead(day) over (partition by account_id order by day) as next from seen) as neighbours
   where next - day > 3
      on conflict do nothing
)
select (select account_id from batch order by account_id desc limit 1) as last, (select count(*)::int from batch) as rows
 where exists (select from batch);
