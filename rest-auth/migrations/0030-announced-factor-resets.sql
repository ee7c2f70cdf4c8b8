-- Resets of second factors by administrators, before they take effect.
create table "announcedFactorReset" (
  "userId" text primary key references "user" ("id") on delete cascade,
  -- The administrator, or null for the command line. No foreign key: without the administrator it takes no effect.
  "askedBy" text,
  "askedAt" timestamptz not null,
  -- When the user has stopped it: when an administrator may ask again.
  "effectiveAt" timestamptz not null,
  "isStopped" boolean not null default false
);
create index on "announcedFactorReset" ("effectiveAt");
