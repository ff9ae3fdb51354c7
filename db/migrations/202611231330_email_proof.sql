-- Whether the owner of the mailbox has confirmed the account. 'unasked': made without mail, or before this rule; 'awaited': nothing of the trader
-- is public until the link of the mail is used, or an admin confirms. docs/decisions/043-proof-of-the-email.md
alter table trader add column email_proof text not null default 'unasked' check (email_proof in ('unasked', 'awaited', 'proven'));
-- A link by mail sets a lost password, or confirms the address.
alter table password_reset add column purpose text not null default 'password' check (purpose in ('password', 'email'));
