-- The token that was taken back because two senders used it in turn: whoever still sends it reads why (docs/ea-protocol.md, errors).
alter table trading_account add column revoked_token bytea unique;
