-- The change of address that a user has asked for and that waits for a link to be opened: one at a time.
create table "emailChange" (
  "userId" text primary key references "user" ("id") on delete cascade,
  "newEmail" text not null,
  -- Whether the present mailbox has agreed, so that only the link in the new one is missing.
  "isAgreed" boolean not null,
  "expiresAt" timestamptz not null
);
create index on "emailChange" ("expiresAt");
