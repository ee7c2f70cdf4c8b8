-- Users who may run the installation beyond their own account: npm run admin -- operator add.
create table "operator" (
  "userId" text primary key references "user" ("id") on delete cascade,
  "createdAt" timestamptz not null
);
