-- Nobody asks for the end of Basic apart from the plan's: that of the subscription itself is in its own table.
drop view trader_plan;
create view trader_plan as
  select trader.trader_id,
         diamond.until as diamond_expires,
         greatest(basic.until, diamond.until) as leaderboard_expires
    from trader
    left join subscription basic on basic.trader_id = trader.trader_id and basic.tier = 'basic'
    left join subscription diamond on diamond.trader_id = trader.trader_id and diamond.tier = 'diamond';
