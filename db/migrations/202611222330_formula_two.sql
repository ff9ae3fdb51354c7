-- Version 2 of the formula (docs/ranking.md 7.1): the fall of the growth index at the end of each day. Rows of version 1 have none until
-- their account is recomputed.
alter table daily_row add column drawdown_end double precision;
