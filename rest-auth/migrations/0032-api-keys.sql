-- Keys by which programs act: each belongs to a person or to an organization, and ends with it.
create table "apiKey" (
  "id" text primary key,
  "name" text,
  -- The first characters, by which people recognize it.
  "start" text not null,
  -- SHA-256. The key is random, so guessing it from the hash is hopeless.
  "hash" text not null unique,
  "userId" text references "user" ("id") on delete cascade,
  "organizationId" text references "organization" ("id") on delete cascade,
  -- The memberships in which a person's key acts. A person who joins again has a new one.
  "memberIds" text[] not null default '{}',
  -- Permissions; those of remotes with the registration, as in "organizationRole".
  "scopes" text[] not null default '{}',
  "enabled" boolean not null default true,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  "expiresAt" timestamptz,
  -- Written at most once a minute.
  "lastUsedAt" timestamptz,
  -- The expiry that its owners were warned of.
  "warnedOf" timestamptz,
  check (("userId" is null) <> ("organizationId" is null))
);
create index on "apiKey" ("userId", "createdAt", "id") where "userId" is not null;
create index on "apiKey" ("organizationId", "createdAt", "id") where "organizationId" is not null;
create index on "apiKey" ("expiresAt") where "expiresAt" is not null;
