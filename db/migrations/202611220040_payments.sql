-- What somebody wants to buy. Everything of the provider joins on order_id, which is random and ours.
create table payment_order (
  order_id text primary key check (order_id ~ '^TT-[0-9A-Z]{26}$'),
  -- Null once the user is erased: the payment stays, without the person.
  trader_id uuid references trader on delete set null,
  -- As they were when the order was made.
  user_email text,
  username text,
  plan text not null,
  tier text not null check (tier in ('basic', 'diamond')),
  -- US cents at the moment of the order: a later price list changes no order.
  price_cents integer not null check (price_cents > 0),
  provider text not null,
  state text not null check (state in ('creating', 'open', 'in_flight', 'underpaid', 'paid', 'review', 'dead')),
  -- What screens are told: confirmed and finished only once the plan is active.
  status text not null check (status in ('waiting', 'confirming', 'partially_paid', 'confirmed', 'finished', 'failed', 'expired')),
  activated boolean not null default false,
  activated_at timestamptz,
  -- Set when a reconciliation settled the order (paid or dead).
  reconciled_at timestamptz,
  -- The provider's payment that activated it: every other one that is paid as well is a second payment.
  paid_payment_id text,
  -- Why a person has to look; null where nobody has to.
  review_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Hidden by an admin; `resurfaced_at`: money came after that, and the row is shown again.
  deleted_at timestamptz,
  resurfaced_at timestamptz,
  -- The job's schedule: when the provider is asked next, and how the last time ended.
  next_check_at timestamptz,
  -- The last time that its buyer's watching made it due: such orders are asked for first.
  watched_at timestamptz,
  last_checked_at timestamptz,
  last_check_result text,
  check (activated = (activated_at is not null)),
  check (activated or status not in ('confirmed', 'finished')),
  check (not activated or state = 'paid')
);
create index payment_order_trader on payment_order (trader_id, created_at desc);
create index payment_order_newest on payment_order (created_at desc, order_id desc);
create index payment_order_orphans on payment_order (order_id) where review_reason = 'orphan';
create index payment_order_due on payment_order (next_check_at) where next_check_at is not null;
-- The provider's hosted checkouts of an order: the newest is shown, the others can still be paid.
create table payment_invoice (
  provider text not null,
  invoice_id text not null,
  order_id text not null references payment_order,
  invoice_url text not null,
  -- The provider's ticker where the buyer chose one; null: chosen on the provider's page.
  coin text,
  created_at timestamptz not null,
  primary key (provider, invoice_id)
);
create index payment_invoice_order on payment_invoice (order_id, created_at desc);

-- Checkouts that the provider was asked for, whatever came of it: what a buyer may still ask for within the hour, and what was refused.
create table payment_attempt (
  attempt_id bigint generated always as identity primary key,
  order_id text not null references payment_order on delete cascade,
  coin text,
  attempted_at timestamptz not null,
  -- The provider's refusal (`refused`, `below_minimum`): the same is not asked for again at once.
  refusal text
);
create index payment_attempt_order on payment_attempt (order_id);
create index payment_attempt_time on payment_attempt (attempted_at);

-- What the provider says of one payment: what it notified and what it answered when asked, each as the newest of its kind.
create table provider_payment (
  provider text not null,
  provider_payment_id text not null check (provider_payment_id ~ '^[0-9]{1,30}$'),
  -- The provider's own word for our order; `order_id` where it is one of ours.
  claimed_order_id text,
  order_id text references payment_order,
  provider_invoice_id text,
  -- A repeated or wrong-asset deposit names the payment that it belongs to.
  parent_payment_id text,
  -- The furthest status seen, by notification or answer; never goes back.
  status text not null check (status in ('waiting', 'confirming', 'confirmed', 'sending', 'partially_paid', 'finished', 'failed', 'refunded', 'expired', 'unknown')),
  raw_status text not null,
  price_amount text,
  price_currency text,
  -- Decimal texts in the payment's coin: what was asked and the most that was seen to arrive.
  asked text,
  received text,
  coin text,
  -- Normalised snapshots: what genuine notifications said, and the last answer to our own question.
  notified jsonb,
  notified_at timestamptz,
  -- The first notification that called the payment covered: from here the wait for an answer counts.
  claimed_paid_at timestamptz,
  reading jsonb,
  read_back_at timestamptz,
  -- A notification called it covered and no answer to our own question confirmed or denied that since.
  reading_wanted boolean not null default false,
  -- Not asked for again before; null: at once.
  next_reading_at timestamptz,
  -- Why a person has to look at this payment; null where nobody has to.
  review_reason text,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (provider, provider_payment_id)
);
create index provider_payment_order on provider_payment (order_id);
create index provider_payment_read on provider_payment (read_back_at desc) where read_back_at is not null;
create index provider_payment_wanted on provider_payment (claimed_paid_at) where reading_wanted;
create index provider_payment_unknown on provider_payment (last_seen_at desc) where order_id is null;

-- The inbox: each genuine notification once, kept as it came.
create table provider_event (
  event_id bigint generated always as identity primary key,
  provider text not null,
  dedupe_key text not null,
  provider_payment_id text,
  raw_body text not null,
  -- The normalised payment that the body tells.
  snapshot jsonb not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  -- It could not be taken in: not tried again before.
  retry_at timestamptz,
  outcome text,
  unique (provider, dedupe_key)
);
create index provider_event_waiting on provider_event (event_id) where processed_at is null;
create index provider_event_payment on provider_event (provider, provider_payment_id);

-- Notifications that were refused, bounded: without them a false refusal would be invisible.
create table provider_refusal (
  refusal_id bigint generated always as identity primary key,
  provider text not null,
  reason text not null,
  body text not null,
  address text,
  refused_at timestamptz not null
);
create index provider_refusal_newest on provider_refusal (refused_at desc);

-- What the provider takes, as it said last.
create table payment_coin (
  provider text not null,
  coin text not null,
  name text not null,
  symbol text not null,
  network text not null,
  needs_memo boolean not null,
  -- The least that can be paid, in US cents; null where the provider does not say.
  minimum_cents integer,
  place integer not null,
  checked_at timestamptz not null,
  primary key (provider, coin)
);

-- How the provider behaved last, so that every instance and the admins know.
create table provider_health (
  provider text primary key,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_failure text,
  failures integer not null default 0,
  -- A question about a payment, whichever, that it answered: when the last one was asked.
  last_answer_at timestamptz,
  -- It answers nobody: the first and the last question in vain about what it had answered before; null after any answer.
  silent_since timestamptz,
  silent_until timestamptz,
  last_sweep_at timestamptz,
  last_sweep_result text
);

-- Messages that leave after the commit that caused them: mail to users, alerts to admins. One cause, one message.
create table outbox (
  message_id uuid primary key,
  cause text not null unique,
  kind text not null check (kind in ('mail', 'admin_alert')),
  recipient text,
  subject text not null,
  body text not null,
  created_at timestamptz not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  sent_at timestamptz,
  last_error text
);
create index outbox_waiting on outbox (next_attempt_at) where sent_at is null;

-- The sandbox's own books (local machines and demonstrations only): what its pay page was played to.
create table sandbox_invoice (
  invoice_id text primary key,
  order_id text not null,
  price_amount text not null,
  description text not null,
  pay_currency text,
  notify_url text not null,
  success_url text not null,
  cancel_url text not null,
  created_at timestamptz not null
);
create index sandbox_invoice_order on sandbox_invoice (order_id);
create table sandbox_payment (
  payment_id text primary key,
  invoice_id text not null references sandbox_invoice,
  parent_payment_id text references sandbox_payment,
  status text not null,
  coin text not null,
  asked text not null,
  received text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index sandbox_payment_invoice on sandbox_payment (invoice_id);
create table sandbox_delivery (
  delivery_id bigint generated always as identity primary key,
  payment_id text not null references sandbox_payment,
  status text not null,
  body text not null,
  -- sent, doubled, lost: how the player wanted it delivered.
  manner text not null,
  answered integer,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  created_at timestamptz not null
);
create index sandbox_delivery_waiting on sandbox_delivery (next_attempt_at) where next_attempt_at is not null;
