-- Whether the site is closed to everybody but admins, and what visitors read meanwhile. One row; none before the first change.
create table maintenance (
  only_row boolean primary key default true check (only_row),
  enabled boolean not null,
  message text not null check (length(message) between 1 and 1000),
  changed_at timestamptz not null
);
