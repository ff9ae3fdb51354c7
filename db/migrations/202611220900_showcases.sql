-- Showcases of Diamond traders: what is written, what was decided on it, and how it is looked at.

create table showcase (
  showcase_id uuid primary key,
  -- One for each trader.
  trader_id uuid not null unique references trader on delete cascade,
  status text not null check (
    status in ('draft', 'pending_review', 'published', 'published_with_pending', 'changes_requested', 'rejected')
  ),
  -- What the editor opens.
  latest_version integer not null,
  -- The highest number that a version ever had: none is given twice, also after its version was removed.
  last_number integer not null default 1,
  -- What was handed in last: what moderators decide on. Null before the first time.
  submitted_version integer,
  -- What the public reads, in every status, while the Diamond plan lasts. Null before the first approval.
  published_version integer,
  published_at timestamptz,
  -- One view for each visitor and day; clicks as they are counted by day.
  views_count bigint not null default 0,
  clicks_count bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Whole contents, never changed: a showcase points at up to three of them, and the others are removed.
create table showcase_version (
  showcase_id uuid not null references showcase on delete cascade,
  version integer not null,
  content jsonb not null,
  created_at timestamptz not null,
  primary key (showcase_id, version)
);

-- Every move, with who and when; `message` is read by the owner.
create table showcase_event (
  event_id bigint generated always as identity primary key,
  showcase_id uuid not null references showcase on delete cascade,
  at timestamptz not null,
  actor uuid,
  event text not null,
  from_status text,
  to_status text not null,
  version integer not null,
  message text
);
create index showcase_event_of_showcase on showcase_event (showcase_id, event_id);

-- Files of showcases; one that no version names goes after a day.
create table showcase_file (
  -- Name of its files in the store.
  file_key text primary key,
  trader_id uuid not null references trader on delete cascade,
  kind text not null check (kind in ('image', 'pdf')),
  -- As its owner called it.
  name text not null,
  -- All that the store holds of it.
  bytes integer not null,
  created_at timestamptz not null
);
create index showcase_file_of_trader on showcase_file (trader_id);

create table showcase_day (
  showcase_id uuid not null references showcase on delete cascade,
  day date not null,
  -- One for each visitor and half hour.
  views integer not null default 0,
  -- One for each visitor.
  visitors integer not null default 0,
  clicks integer not null default 0,
  primary key (showcase_id, day)
);

create table showcase_source_day (
  showcase_id uuid not null references showcase on delete cascade,
  day date not null,
  -- Host or place that the visitor came from; empty where unknown, `altri` for hosts beyond those that have a row.
  source text not null,
  views integer not null default 0,
  -- The first visitor of each address on the day: who changes the browser's name does not make a host known.
  visitors integer not null default 0,
  clicks integer not null default 0,
  primary key (showcase_id, day, source)
);

create table showcase_click_day (
  showcase_id uuid not null references showcase on delete cascade,
  day date not null,
  type text not null,
  -- What was clicked: a link's name, a button's text.
  target text not null,
  -- Place of a button among the buttons, from 1; 0 elsewhere.
  position smallint not null,
  clicks integer not null default 0,
  primary key (showcase_id, day, type, target, position)
);

-- Who was counted already, by a hash under the day's key; both go with the next day, and nobody can be found by them. Times are half
-- hours, so that no log of other things can be laid beside them.
create table showcase_visit (
  day date not null,
  showcase_id uuid not null references showcase on delete cascade,
  visitor bytea not null,
  -- Empty for a view, else what was clicked.
  target text not null,
  counted_at timestamptz not null,
  -- The time before; the clicks of one visitor's hour are told by the two.
  earlier_at timestamptz,
  primary key (day, showcase_id, visitor, target)
);
create index showcase_visit_of_visitor on showcase_visit (visitor, day);

-- What each address has counted for, by a hash of its own under the same key: one that takes many names has a limit.
create table showcase_origin (
  day date not null,
  showcase_id uuid not null references showcase on delete cascade,
  origin bytea not null,
  visitors integer not null,
  views integer not null,
  clicks integer not null,
  primary key (day, showcase_id, origin)
);

create table visitor_key (
  day date primary key,
  key bytea not null
);
