-- A picture is found by its name: who has it decides who may read it.
create index trader_avatar on trader (avatar_key) where avatar_key is not null;
