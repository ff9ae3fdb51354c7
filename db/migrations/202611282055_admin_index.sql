-- Admins are few: a start and each message to them read no other row.
create index trader_admin on trader (trader_id) where is_admin;
