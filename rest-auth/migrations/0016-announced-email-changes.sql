-- Changes of an email by an administrator, before they take effect.
create table "announcedEmailChange" (
  "userId" text primary key references "user" ("id") on delete cascade,
  -- When it was announced. If either changes, the change no longer applies.
  "oldEmail" text not null,
  "wasProved" boolean not null,
  "newEmail" text not null,
  -- The administrator. No foreign key: without the administrator it takes no effect.
  "askedBy" text not null,
  "effectiveAt" timestamptz not null
);
create index on "announcedEmailChange" ("effectiveAt");
