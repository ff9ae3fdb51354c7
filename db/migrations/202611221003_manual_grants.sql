-- What admins gave, for the report of each week: few lines among all purchases.
create index entitlement_entry_given on entitlement_entry (created_at) where kind in ('assign', 'extend');
