-- Whoever becomes an admin, or is one no longer, signs in again, whoever changes it, past the product too: what a session may is
-- decided where it is opened, with the second factor.
create function end_sessions() returns trigger language plpgsql as $$
begin
  delete from session where trader_id = new.trader_id;
  return null;
end $$;
create trigger trader_role_sessions after update of is_admin on trader for each row
  when (old.is_admin is distinct from new.is_admin) execute function end_sessions();
