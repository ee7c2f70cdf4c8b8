-- While a server sends the notice of a failure: it may end before "toldAt".
alter table "failure" add column "claimedAt" timestamptz;
