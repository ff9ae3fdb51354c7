-- When each periodic job ended well last, so that no restart forgets that one fails at every run.
create table job_success (
  job text primary key,
  -- From when the job is known: what counts before it first ended well.
  known_since timestamptz not null,
  succeeded_at timestamptz
);

-- The last try failed because of this message or its recipient: its next one is far off, and the mail server is not at fault.
alter table outbox add column is_refused boolean not null default false;
