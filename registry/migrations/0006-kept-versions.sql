-- The revision of a channel that is never taken back automatically (remote promote --keep).
alter table "channel" add column "keptRevision" bigint;
