-- What the nightly checks of stored chains found last, so that a restart forgets no fault.
create table self_check (
  check_name text primary key,
  checked_at timestamptz not null,
  -- Entries, accounts or traders that do not hold; of the audit log 1 for the first one.
  faults integer not null check (faults >= 0)
);
