-- A server has one name with and without leading zeros in its numbers, and one number of a server is one account under both platforms.
create or replace function folded_server(name text) returns text language sql immutable strict parallel safe as $$
  -- Not every database lowers more than ASCII.
  select regexp_replace(lower(translate(
    regexp_replace(normalize(name, nfkd), '[\u0300-\u036f\s\u00ad\u034f\u061c\u115f\u1160\u180e\u200b-\u200f\u2010-\u2015\u2028-\u202f\u205f-\u206f\u2212\u3164\ufe00-\ufe0f\ufe58\ufe63\ufeff\uff0d_.-]+', '', 'g'),
    'аеорсухіїјѕһԁԛԝкмтвнαορνυικτχεηıłøđАЕОРСУХІЇЈЅҺԀКМТВНΑΟΡΝΥΙΚΤΧΕΗΒΜΖŁØĐ',
    'aeopcyxiijshdqwkmtbhaopvuiktxenilodaeopcyxiijshdkmtbhaopnyiktxehbmzlod')),
    '(^|[^0-9])0+(?=[0-9])', '\1', 'g')
$$;

-- Bound before under a number that an older account has too: both stay until a person decides.
alter table trading_account add column shares_number boolean not null default false;
drop index trading_account_bound;
update trading_account set server = server where server_key <> folded_server(server);
update trading_account later set shares_number = true
 where closed_at is null
   and exists (
     select from trading_account earlier
      where earlier.server_key = later.server_key and earlier.login = later.login and earlier.closed_at is null
        and (earlier.bound_at, earlier.account_id) < (later.bound_at, later.account_id));
create unique index trading_account_bound on trading_account (server_key, login) where closed_at is null and not shares_number;
drop index trading_account_closed;
create index trading_account_number on trading_account (server_key, login);
