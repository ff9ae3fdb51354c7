-- A number for each person: given at registration, by a counter that never goes back. The highest number of those who are left would
-- come again after an erasure, and messages that outlive it would name somebody else.
create sequence trader_number as integer;
alter table trader alter column user_sequential_id set default nextval('trader_number');
select setval('trader_number', max(user_sequential_id)) from trader having max(user_sequential_id) is not null;
update trader set user_sequential_id = numbered.number
  from (select trader_id, nextval('trader_number') as number
          from (select trader_id from trader where user_sequential_id is null order by created_at, trader_id) unnumbered) numbered
 where trader.trader_id = numbered.trader_id;
