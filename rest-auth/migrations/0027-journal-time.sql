-- The time of the organization's last entry, so that no later one gets an earlier time.
alter table "organization" add column "journalAt" timestamptz not null default '-infinity';
