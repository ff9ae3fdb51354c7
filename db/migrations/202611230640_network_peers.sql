-- The next accounts on a network are a range of this index, however many there are.
drop index account_integrity_sender;
create index account_integrity_sender on account_integrity (sender, account_id) where sender is not null;
