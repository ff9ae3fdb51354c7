-- When our own attempts to ask the provider about a payment got no answer: the first and the last one since its last answer.
alter table provider_payment
  add column unanswered_since timestamptz,
  add column unanswered_until timestamptz;
