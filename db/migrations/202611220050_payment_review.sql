-- What an admin looked at: of an order, or of the payments that stand under an order id that is not ours.
create table payment_review (
  -- As it is listed: our order's id, or the text that the provider was given as one.
  order_id text primary key,
  -- The reasons and the money that were looked at: it holds while they are the same.
  mark text not null,
  reviewed_at timestamptz not null,
  reviewed_by uuid references trader on delete set null,
  note text not null
);
create index provider_payment_review on provider_payment (order_id) where review_reason is not null;
create index provider_payment_claimed on provider_payment (claimed_order_id);
