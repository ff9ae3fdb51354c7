-- batches: a thousand orders at a time, each time in a transaction of its own; $1 is the last order of the time before
-- Payments from before 202611282110_payment_figures. Its trigger marks them.
with batch as materialized (
  select order_id, activated, paid_payment_id from payment_order
   where order_id > coalesce($1::text, '')
   order by order_id limit 1000
     for update
), marked as (
  update provider_payment p set received = received
    from batch
   where p.order_id = batch.order_id
     and (p.parent_payment_id is not null
           or (batch.activated and batch.paid_payment_id <> p.provider_payment_id and p.received ~ '[1-9]'))
)
select (select order_id from batch order by order_id desc limit 1) as last, (select count(*)::int from batch) as rows
 where exists (select from batch);
