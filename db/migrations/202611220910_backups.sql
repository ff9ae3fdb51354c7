-- What is known of each backup beside the file itself: how it was made, and whether it was restored for proof.
create table backup (
  name text primary key,
  made_at timestamptz not null,
  duration_ms integer not null,
  bytes bigint not null,
  tables integer not null,
  row_count bigint not null,
  files integer not null,
  -- Restored into a database of its own, and equal.
  verified_at timestamptz,
  -- Why it is not: that it does not restore, or that it could not be tried here.
  verification text check (verification in ('failed', 'no_key', 'no_database'))
);
create index backup_made_at on backup (made_at);
