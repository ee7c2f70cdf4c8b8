-- When the link in a mail ends. Null: it has none, or comes from a version that did not say so.
alter table "mail" add column "expiresAt" timestamptz;

-- What is to be looked at after the answer, so that its time tells nothing: the row is there before the answer, whatever follows from it.
create table "mailRequest" (
  "number" bigint generated always as identity primary key,
  "request" jsonb not null,
  "origin" jsonb not null,
  "attempts" integer not null default 0,
  "nextAttemptAt" timestamptz not null
);
create index on "mailRequest" ("nextAttemptAt");
