-- Names and columns follow better-auth 1.2, so that its database can be adopted; the keys, checks and indexes are ours.
-- Addresses and usernames are stored in lower case: the application lowers them, the checks make sure.

create table "user" (
  "id" text primary key,
  "name" text not null,
  "email" text not null unique check ("email" = lower("email")),
  "emailVerified" boolean not null default false,
  "image" text,
  "username" text unique check ("username" = lower("username")),
  "displayUsername" text,
  "language" text check ("language" in ('ru', 'uk', 'en', 'es', 'de', 'pl', 'fr', 'tr')),
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null
);

create table "organization" (
  "id" text primary key,
  "name" text not null,
  "slug" text not null unique,
  "logo" text,
  "metadata" text,
  "createdAt" timestamptz not null
);

create table "team" (
  "id" text primary key,
  "name" text not null,
  "organizationId" text not null references "organization" ("id") on delete cascade,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz
);
create index on "team" ("organizationId");

create table "session" (
  "id" text primary key,
  "token" text not null unique,
  "userId" text not null references "user" ("id") on delete cascade,
  "expiresAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "activeOrganizationId" text references "organization" ("id") on delete set null,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null
);
create index on "session" ("userId");
create index on "session" ("expiresAt");
create index on "session" ("activeOrganizationId") where "activeOrganizationId" is not null;

create table "account" (
  "id" text primary key,
  "providerId" text not null,
  "accountId" text not null,
  "userId" text not null references "user" ("id") on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope" text,
  "password" text,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  unique ("providerId", "accountId")
);
create index on "account" ("userId");

-- Short-lived values: reset, deletion and one-time tokens (hashed in the identifier), OAuth states.
create table "verification" (
  "id" text primary key,
  "identifier" text not null,
  "value" text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz,
  "updatedAt" timestamptz
);
create index on "verification" ("identifier");
create index on "verification" ("expiresAt");
create index on "verification" using hash ("value");

create table "member" (
  "id" text primary key,
  "organizationId" text not null references "organization" ("id") on delete cascade,
  "userId" text not null references "user" ("id") on delete cascade,
  "role" text not null,
  "teamId" text references "team" ("id") on delete set null,
  "createdAt" timestamptz not null,
  unique ("organizationId", "userId")
);
create index on "member" ("userId");
create index on "member" ("teamId") where "teamId" is not null;

create table "invitation" (
  "id" text primary key,
  "organizationId" text not null references "organization" ("id") on delete cascade,
  "email" text not null check ("email" = lower("email")),
  "role" text,
  "teamId" text references "team" ("id") on delete set null,
  "status" text not null default 'pending' check ("status" in ('pending', 'accepted', 'rejected', 'canceled')),
  "expiresAt" timestamptz not null,
  "inviterId" text not null references "user" ("id") on delete cascade
);
create unique index "invitation_one_pending" on "invitation" ("organizationId", "email") where "status" = 'pending';
create index on "invitation" ("organizationId");
create index on "invitation" ("email");
create index on "invitation" ("inviterId");
create index on "invitation" ("teamId") where "teamId" is not null;

-- The devices a user signed in from, so that a sign-in from another one can be told by mail.
create table "device" (
  "userId" text not null references "user" ("id") on delete cascade,
  "fingerprint" text not null,
  "seenAt" timestamptz not null,
  primary key ("userId", "fingerprint")
);

-- The outbox: a row is written in the transaction of what the mail tells of, and sent afterwards by a worker.
create table "mail" (
  "id" text primary key,
  "to" text not null,
  "template" text not null,
  "data" jsonb not null,
  "language" text not null,
  "createdAt" timestamptz not null,
  "attempts" integer not null default 0,
  "nextAttemptAt" timestamptz not null,
  "sentAt" timestamptz,
  "deadAt" timestamptz,
  "lastError" text
);
create index on "mail" ("nextAttemptAt") where "sentAt" is null and "deadAt" is null;
create index on "mail" ("createdAt");

-- Counters are worth nothing after a crash, so they need no write-ahead log. "lastRequest" is milliseconds since 1970.
create unlogged table "rateLimit" (
  "key" text primary key,
  "count" integer not null,
  "lastRequest" bigint not null
);
create index on "rateLimit" ("lastRequest");
