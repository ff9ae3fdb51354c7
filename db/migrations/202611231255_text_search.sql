-- The searches of admins find a part of a text by trigrams: without these indexes each one reads every row.
create extension if not exists pg_trgm;

create index trader_text on trader
  using gin (lower(username) gin_trgm_ops, lower(display_name) gin_trgm_ops, lower(email) gin_trgm_ops);
create index trader_account_number on trader (account_number);
create index payment_order_text on payment_order
  using gin (order_id gin_trgm_ops, lower(user_email) gin_trgm_ops, lower(username) gin_trgm_ops);
create index provider_payment_text on provider_payment
  using gin (provider_payment_id gin_trgm_ops, lower(claimed_order_id) gin_trgm_ops, lower(provider_invoice_id) gin_trgm_ops);
create index payment_invoice_text on payment_invoice using gin (lower(invoice_id) gin_trgm_ops);
create index contact_message_text on contact_message
  using gin (lower(name) gin_trgm_ops, lower(email) gin_trgm_ops, lower(message) gin_trgm_ops);
create index showcase_version_title on showcase_version using gin (lower(content #>> '{profile,subtitle}') gin_trgm_ops);
create index audit_log_details on audit_log using gin (lower(details::text) gin_trgm_ops);
create index audit_log_request on audit_log (request_id);
