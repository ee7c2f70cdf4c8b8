-- URLs that events are sent to: those of an organization, or without one, all of this installation.
create table "webhook" (
  "id" text primary key,
  "organizationId" text references "organization" ("id") on delete cascade,
  "url" text not null,
  -- Null for all.
  "events" text[],
  -- Signs deliveries. Encrypted.
  "secret" text not null,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz,
  "disabledAt" timestamptz,
  "disabledBy" text check ("disabledBy" in ('owner', 'system')),
  -- The last try that succeeded, and that failed.
  "deliveredAt" timestamptz,
  "failedAt" timestamptz,
  -- Fast receivers come first.
  "isSlow" boolean not null default false,
  -- Up to here the journal has become deliveries: a position of the organization, otherwise a time.
  "readPosition" bigint,
  "readUntil" timestamptz,
  -- One process sends at a time, so that the order stays.
  "leasedUntil" timestamptz not null,
  check (("organizationId" is null) = ("readPosition" is null) and ("readPosition" is null) <> ("readUntil" is null))
);
create index on "webhook" ("organizationId", "createdAt", "id");
create index on "webhook" ("leasedUntil") where "disabledAt" is null;

-- No foreign key, because deleting a webhook must not wait for thousands of rows: the clean-up deletes them.
create table "webhookDelivery" (
  "webhookId" text not null,
  -- That of the entry in the journal: receivers recognize a repetition by it.
  "id" text not null,
  "number" bigint generated always as identity,
  "event" text not null,
  "payload" text not null,
  "createdAt" timestamptz not null,
  "attempts" int not null default 0,
  -- Null once it has succeeded or failed for good.
  "nextAttemptAt" timestamptz,
  "deliveredAt" timestamptz,
  -- About the last try. The response is not kept.
  "triedAt" timestamptz,
  "status" int,
  "error" text,
  "duration" int,
  primary key ("webhookId", "id")
);
create index on "webhookDelivery" ("webhookId", "number");
create index on "webhookDelivery" ("webhookId", "nextAttemptAt") where "nextAttemptAt" is not null;
create index on "webhookDelivery" ("createdAt");
