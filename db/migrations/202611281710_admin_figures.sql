-- Figures above the lists of admins read what they count, and no row of the table: docs/decisions/058-figures-of-lists.md.
-- With 100,000 rows each of these indexes takes less than a second.
create index trader_listed on trader (created_at, trader_id) where erasing_at is null;
create index trader_deactivated on trader (trader_id) where deactivated_at is not null;
create index trading_account_synced on trading_account (trader_id) include (first_snapshot_at) where closed_at is null;
create index subscription_until on subscription (tier, until, trader_id);
create index integrity_case_opened on integrity_case (opened_at, case_id);
create index integrity_case_upheld on integrity_case (account_id) where decision = 'upheld';
create index contact_message_open on contact_message (created_at, message_id) where handled_at is null;
