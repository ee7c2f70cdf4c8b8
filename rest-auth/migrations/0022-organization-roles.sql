-- Roles that an organization has made, as in better-auth. "member" and "invitation" name them in their
-- lists of roles, which no foreign key can check: changes hold the lock of the organization.
create table "organizationRole" (
  "id" text primary key,
  "organizationId" text not null references "organization" ("id") on delete cascade,
  -- A key. Short, because an index of "member" has all roles of a member.
  "role" text not null check ("role" ~ '^[a-z0-9][a-z0-9._-]{0,31}$' and "role" not in ('owner', 'admin', 'member')),
  "label" text,
  -- JSON text such as {"team":["create"]}.
  "permission" text not null check (jsonb_typeof("permission"::jsonb) = 'object'),
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz,
  unique ("organizationId", "role")
);
