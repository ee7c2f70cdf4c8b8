create table "twoFactor" (
  "userId" text primary key references "user" ("id") on delete cascade,
  -- Sealed with AUTH_SECRET.
  "secret" text not null,
  -- Null until a code has shown that the app has the secret.
  "verifiedAt" timestamptz,
  -- The time step (RFC 6238) of the last accepted code: no older one is accepted.
  "lastStep" integer not null default 0,
  -- Hashes. Each is removed with its use.
  "backupCodes" text[] not null default '{}',
  "createdAt" timestamptz not null
);
-- Browsers in which the second factor is not asked for.
create table "trustedDevice" (
  "id" text primary key,
  "userId" text not null references "user" ("id") on delete cascade,
  "tokenHash" text not null unique,
  "device" text not null,
  "ipAddress" text not null,
  "createdAt" timestamptz not null,
  "lastUsedAt" timestamptz not null,
  "expiresAt" timestamptz not null
);
create index on "trustedDevice" ("userId", "createdAt", "id");
create index on "trustedDevice" ("expiresAt");
