-- A broker's clock is what each account's own requests show (`docs/ea-protocol.md`, broker time): a table that any account of a
-- server could write is not asked any more.
drop table broker_clock;
update trading_account
   set intake = intake || '{"clock": {"samples": [], "doubted": null}, "older_boots": [], "obstacle": null}';
