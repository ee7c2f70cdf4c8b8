-- Mails written in one moment keep the order in which they were written.
alter table "mail" add column "number" bigint generated always as identity unique;
