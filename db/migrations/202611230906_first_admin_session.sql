-- The first session of an admin who has no second factor ends at this moment, however often it is used. Null for every other session.
alter table session add column ends_at timestamptz;
