-- The state of an account between two syncs as bytes (docs/decisions/030-packed-states.md): as jsonb it takes five times as much, is printed and parsed at each
-- sync, and was most of what a sync writes to the log. An account is packed by its next sync; until then `engine` and `intake` hold its
-- state. Of a packed account `intake` holds what statements read, and `engine` is an empty object, which the program before this one
-- refuses to continue.
alter table trading_account add column engine_bytes bytea;
alter table trading_account add column intake_bytes bytea;
alter table account_integrity add column state_bytes bytea;

-- Each sync rewrites a row of each. A part of each page stays free for the new version, so that no index is touched.
alter table trading_account set (fillfactor = 85);
alter table account_integrity set (fillfactor = 85);
alter table daily_row set (fillfactor = 90);
