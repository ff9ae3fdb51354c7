-- What a trader looks after in the own account: profile, second factor, forgotten password; and what people write to us.
alter table trader
  -- The sentence that goes along where the profile is shared.
  add column social_text text,
  -- Name of the picture's files in the store; null where there is none.
  add column avatar_key text,
  -- First sign-in: an admin needs the second factor from the next one on.
  add column first_signed_in_at timestamptz;

-- Opened by an admin who has no second factor yet: it may set one up, and nothing that admins may.
alter table session add column is_limited boolean not null default false;

create table second_factor (
  trader_id uuid primary key references trader on delete cascade,
  -- AES-256-GCM under SECRET_KEY with trader_id as associated data.
  secret_sealed text not null,
  created_at timestamptz not null,
  -- Null until a first code proved that the app holds the secret.
  confirmed_at timestamptz,
  -- The last 30-second step whose code was taken: none is taken twice.
  last_step bigint
);

create table recovery_code (
  trader_id uuid not null references second_factor on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (trader_id, code_hash)
);

-- Links of one hour that set a new password, kept as SHA-256 only.
create table password_reset (
  token_hash bytea primary key,
  trader_id uuid not null references trader on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index password_reset_trader on password_reset (trader_id);
create index password_reset_expires on password_reset (expires_at);

-- Places in the ranking by day: a row where the place differs from that of the row before, null where it was lost.
create table rank_change (
  trader_id uuid not null references trader on delete cascade,
  day date not null,
  rank integer,
  primary key (trader_id, day)
);

-- Kinds of device that a trader signed in with, so that a new one can be told to the owner.
create table known_device (
  trader_id uuid not null references trader on delete cascade,
  -- Family of browser and system as it is shown to people ("Firefox su Windows"), never a whole user agent.
  device text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (trader_id, device)
);

-- Wrong guesses since the last right one: unlike `attempts` time does not wear them off.
alter table login_attempt add column in_row integer not null default 0;

-- A message for its recipient's eyes alone: its body is sealed while it waits, and gone once it left.
alter table outbox add column is_sealed boolean not null default false;

-- The advisor's token before this one: dead, and known when a terminal still sends it.
alter table ea_token add column replaced_hash bytea unique;

-- Whom an answer goes to, where that is not the sender.
alter table outbox add column reply_to text;

create table contact_message (
  message_id uuid primary key,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  -- Who was signed in while writing: nobody has proven that whoever wrote owns the address.
  trader_id uuid references trader on delete cascade,
  created_at timestamptz not null,
  -- When an admin marked it as dealt with, and who.
  handled_at timestamptz,
  handled_by uuid references trader on delete set null
);
create index contact_message_created on contact_message (created_at desc, message_id desc);
create index contact_message_trader on contact_message (trader_id) where trader_id is not null;
create index contact_message_handler on contact_message (handled_by) where handled_by is not null;

-- Asked to be erased: every way in is gone; what is left is removed at once, or by the job that goes on where a server stopped.
alter table trader
  add column erasing_at timestamptz,
  -- When the job last tried to end it: others come first.
  add column erasing_tried_at timestamptz;
create index trader_erasing on trader (coalesce(erasing_tried_at, erasing_at)) where erasing_at is not null;

-- Held by the one export that runs, on whichever instance, which goes on holding it: what a server left behind frees itself.
alter table trader add column exporting_until timestamptz;

-- The accounts of erased traders, as keyed hashes that name nobody: their numbers never start again as if nothing had been.
create table erased_binding (
  -- HMAC of platform, folded server and number under SECRET_KEY.
  binding_hash bytea primary key,
  erased_at timestamptz not null,
  -- The one trader to whom a person gave the number back.
  released_to uuid
);

-- The ledger of plans outlives the person: its lines name an id that leads nowhere any more.
alter table entitlement_entry drop constraint entitlement_entry_trader_id_fkey;

-- A message that may not stay: text and address are gone once it left, and at this moment whether it left or not.
alter table outbox add column forget_at timestamptz;

alter table outbox
  -- To which trader a mail is written; it may outlive the trader. The address alone proves nothing: a trader's may be somebody else's.
  add column trader_id uuid,
  -- It will not leave any more: its recipient refused it too often, or had enough notices that day. `last_error` says which.
  add column given_up_at timestamptz;
drop index outbox_waiting;
create index outbox_waiting on outbox (next_attempt_at) where sent_at is null and given_up_at is null;
create index outbox_trader on outbox (trader_id) where trader_id is not null;

-- Notices to one mailbox, which may be anybody's: they outlast accounts that come and go under its address.
create table mailbox_count (
  -- HMAC of the folded address under SECRET_KEY.
  mailbox_hash bytea primary key,
  since timestamptz not null,
  notices integer not null
);
