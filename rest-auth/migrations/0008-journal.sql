-- Who did what, and when. No foreign keys: entries outlive accounts and organizations.
alter table "organization" add column "journalPosition" bigint not null default 0;

create table "journal" (
  "id" text primary key default gen_random_uuid()::text,
  "at" timestamptz not null,
  "event" text not null,
  -- Follows from the event. For the index of a person's activity.
  "kind" text not null check ("kind" in ('sign-in', 'change')),
  "actorKind" text not null check ("actorKind" in ('person', 'service', 'command line', 'system', 'key')),
  "actorId" text,
  -- As whom the actor acted.
  "actedFor" text,
  -- The account or member that it is about, otherwise the actor: it is in this person's activity.
  "userId" text,
  "organizationId" text,
  -- 1, 2, 3 … per organization, in the order of the commits. Within it, "at" never decreases.
  "position" bigint,
  "details" jsonb not null default '{}',
  "requestId" text,
  -- Personal data, emptied with the account and after 90 days.
  "email" text,
  "ipAddress" text,
  "device" text
);
create unique index on "journal" ("organizationId", "position") where "organizationId" is not null;
-- For the filters of an organization's audit log: time, event, actor, and both.
create index on "journal" ("organizationId", "at", "position") where "organizationId" is not null;
create index on "journal" ("organizationId", "event", "position") where "organizationId" is not null;
create index on "journal" ("organizationId", "actorId", "position") where "organizationId" is not null;
create index on "journal" ("actorId", "organizationId", "event", "position") where "actorId" is not null;
create index on "journal" ("userId", "kind", "at", "id") where "userId" is not null;
create index on "journal" ("at");
-- For erasing personal data.
create index on "journal" ("email") where "email" is not null;
create index "journal_personal_idx" on "journal" ("at")
  where "email" is not null or "ipAddress" is not null or "device" is not null;
