-- `review_due_at` is the moment of the next review, daily ones too: the accounts that wait longest are the beginning of one index.
update account_integrity
   set review_due_at = case when review_due_at is null then reviewed_at + interval '1 day'
                          else greatest(review_due_at, reviewed_at + interval '15 minutes') end
 where reviewed_at is not null;
drop index account_integrity_reviewed;
-- Tickets of another account are looked up by ticket. The moments of openings are those of everybody.
create index trade_ticket on trade (ticket, open_at) where origin = 'witnessed';
