-- The figures above the payments of admins, and their filters, read what they count: docs/decisions/058-figures-of-lists.md.

-- A payment that serves no user: a deposit in more, or a second payment of an order that is active already. A join of all payments with
-- their orders would find them anew at each look.
alter table provider_payment add column is_surplus boolean not null default false;

create function mark_surplus() returns trigger language plpgsql as $$
begin
  new.is_surplus := exists (
    select from payment_order o
     where o.order_id = new.order_id
       and (new.parent_payment_id is not null
             or (o.activated and o.paid_payment_id <> new.provider_payment_id and new.received ~ '[1-9]')));
  return new;
end $$;
create trigger provider_payment_surplus before insert or update of order_id, parent_payment_id, received on provider_payment
  for each row execute function mark_surplus();

create function mark_surplus_of_order() returns trigger language plpgsql as $$
begin
  -- Fires the trigger above.
  update provider_payment set received = received where order_id = new.order_id;
  return null;
end $$;
create trigger payment_order_surplus after update of activated, paid_payment_id on payment_order
  for each row when ((old.activated, old.paid_payment_id) is distinct from (new.activated, new.paid_payment_id))
  execute function mark_surplus_of_order();

create index provider_payment_surplus on provider_payment (order_id) where is_surplus;
create index provider_payment_refunded on provider_payment (order_id, provider_payment_id) where status = 'refunded';
-- Of few values each: equal entries are stored once, so that 300,000 orders take 2 MB.
create index payment_order_shown on payment_order (status, activated, reconciled_at, price_cents)
 where deleted_at is null or resurfaced_at is not null;
create index payment_order_review on payment_order (order_id) where state = 'review' or review_reason is not null;
create index payment_order_without_buyer on payment_order (order_id)
 where trader_id is null or user_email is null or review_reason is not distinct from 'orphan';

-- Both lists that are sorted by the end of a plan.
create index subscription_end on subscription (until);
