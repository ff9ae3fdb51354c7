-- A sync touches few accounts of many: each is looked up by its key. A plan that reads the whole table would be kept for the connection.
alter function pack_days() set enable_seqscan = off;
alter function pack_days() set enable_hashjoin = off;
alter function pack_days() set enable_mergejoin = off;
