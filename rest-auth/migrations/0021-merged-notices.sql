-- A security notice over its budget waits here, and another one of its kind to the same address replaces what it says. Null for all
-- others, and once a worker has taken it: what happens from then on waits in a row of its own.
alter table "mail" add column "mergeKey" text;
