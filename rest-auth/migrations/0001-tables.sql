-- Names and columns follow better-auth 1.2, so that its database can be adopted; the keys, checks and indexes are ours.
-- Addresses and usernames are stored in lower case: the application lowers them, the checks make sure.
-- Lists are paged by keys that an index serves: the columns that order them, then the id.

-- Pictures that were uploaded as `data:` addresses, each stored once, so that rows hold a short address instead.
-- "seenAt" is when somebody last chose it: cleaning up spares pictures that were uploaded a moment ago.
create table "picture" (
  "hash" text primary key check ("hash" = encode(sha256("content"), 'hex')),
  "type" text not null check ("type" in ('image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif')),
  "content" bytea not null,
  "seenAt" timestamptz not null
);
alter table "picture" alter column "content" set storage external; -- it is compressed already
create index on "picture" ("seenAt");

create table "user" (
  "id" text primary key,
  "name" text not null,
  "email" text not null unique check ("email" = lower("email")),
  "emailVerified" boolean not null default false,
  "proved" boolean not null default false,
  -- Whether the owner of the address may remove the account with a mailed link: it was made here, and its creator has not proved
  -- ownership of any address.
  "disownable" boolean not null default false,
  "image" text,
  -- The picture that "image" is the address of, if it is one of ours.
  "picture" text references "picture" ("hash"),
  "username" text unique check ("username" = lower("username")),
  "displayUsername" text,
  "language" text check ("language" in ('ru', 'uk', 'en', 'es', 'de', 'pl', 'fr', 'tr')),
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null
);
create index on "user" ("picture") where "picture" is not null;
comment on column "user"."emailVerified" is
  'Verified: somebody followed a link mailed to the address. Says nothing about who made the account.';
comment on column "user"."proved" is
  'Ownership proved: whoever made the account reads mail at the address. Required for invitations, operators and tokens.';

-- The change of address that a user has asked for and that waits for a link to be opened: one at a time.
create table "emailChange" (
  "userId" text primary key references "user" ("id") on delete cascade,
  "newEmail" text not null,
  -- Whether the present mailbox has agreed, so that only the link in the new one is missing.
  "isAgreed" boolean not null,
  "expiresAt" timestamptz not null
);
create index on "emailChange" ("expiresAt");

-- Users who may run the installation: npm run admin -- operator add.
create table "operator" (
  "userId" text primary key references "user" ("id") on delete cascade,
  "createdAt" timestamptz not null
);

create table "organization" (
  "id" text primary key,
  "name" text not null,
  "slug" text not null unique,
  "logo" text,
  "picture" text references "picture" ("hash"),
  "metadata" text,
  -- Kept by triggers, so that nobody counts a hundred thousand rows to show it.
  "memberCount" integer not null default 0,
  "createdAt" timestamptz not null
);
create index on "organization" ("picture") where "picture" is not null;

-- Links to an organization keep working after it took another slug. It keeps its last five slugs for as long as it exists: if
-- strangers could take one, they would decide where those links lead.
create table "former_slug" (
  "slug" text primary key,
  "organizationId" text not null references "organization" ("id") on delete cascade,
  -- The order in which they were given up.
  "number" bigint generated always as identity
);
create index on "former_slug" ("organizationId", "number");

-- Before the new slug is in its index: a user who takes over a slug of another organization deletes the row first, too.
create function "take_back_slug"() returns trigger language plpgsql as $$
begin
  delete from "former_slug" where "slug" = new."slug" and "organizationId" = new."id";
  return new;
end $$;
create trigger "take_back_slug" before update of "slug" on "organization" for each row
  when (old."slug" <> new."slug") execute function "take_back_slug"();

-- After it, when an organization that was just giving up this slug has done so: no slug is one's own and another's former one.
create function "keep_former_slug"() returns trigger language plpgsql as $$
begin
  if exists (select from "former_slug" where "slug" = new."slug") then
    raise unique_violation using message = 'The slug leads to another organization.', constraint = 'organization_slug_key';
  end if;
  if tg_op = 'UPDATE' then
    insert into "former_slug" ("slug", "organizationId") values (old."slug", new."id");
    delete from "former_slug" where "organizationId" = new."id" and "number" <= (
      select "number" from "former_slug" where "organizationId" = new."id" order by "number" desc offset 5 limit 1);
  end if;
  return null;
end $$;
create trigger "refuse_former_slug" after insert on "organization" for each row execute function "keep_former_slug"();
create trigger "keep_former_slug" after update of "slug" on "organization" for each row
  when (old."slug" <> new."slug") execute function "keep_former_slug"();

create table "team" (
  "id" text primary key,
  "name" text not null,
  "organizationId" text not null references "organization" ("id") on delete cascade,
  "memberCount" integer not null default 0,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz
);
create index on "team" ("organizationId", "createdAt", "id");

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
create index on "session" ("userId", "createdAt", "id");
create index on "session" ("expiresAt");
create index on "session" ("activeOrganizationId", "userId") where "activeOrganizationId" is not null;

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
-- Every sign-in asks whether there are any: while some passwords are hashed as better-auth did, each check takes equally long.
create index "account_adopted_password" on "account" ("id") where "password" ~ '^[0-9a-f]{32}:[0-9a-f]{128}$';

-- The credentials of sign-ups with an address that already has an account, where no response may reveal that
-- (EMAIL_VERIFICATION_REQUIRED): as if the account had been made, the username is taken and the password one "not verified yet".
create table "signUpAttempt" (
  "userId" text not null references "user" ("id") on delete cascade,
  "username" text,
  "proofs" text[] not null,
  "createdAt" timestamptz not null
);
create index on "signUpAttempt" ("userId");
create index on "signUpAttempt" ("username") where "username" is not null;
create index on "signUpAttempt" using gin ("proofs");

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

-- The devices a user signed in from, so that a sign-in from another one is reported by email.
create table "device" (
  "userId" text not null references "user" ("id") on delete cascade,
  "fingerprint" text not null,
  "seenAt" timestamptz not null,
  primary key ("userId", "fingerprint")
);
create index on "device" ("seenAt");

create table "member" (
  "id" text primary key,
  "organizationId" text not null references "organization" ("id") on delete cascade,
  "userId" text not null references "user" ("id") on delete cascade,
  "role" text not null,
  "teamId" text references "team" ("id") on delete set null,
  -- Members are ordered and searched by name and address of their users, among those of one organization: so the row holds
  -- both, in lower case and in byte order. Triggers keep them.
  "userName" text collate "C" not null default '',
  "userEmail" text collate "C" not null default '',
  "createdAt" timestamptz not null,
  unique ("organizationId", "userId")
);
create index on "member" ("userId", "createdAt", "id");
create index "member_userId_of_owners_idx" on "member" ("userId")
  where 'owner' = any (string_to_array(replace("role", ' ', ''), ','));
create index on "member" ("teamId", "createdAt", "id") where "teamId" is not null;
create index on "member" ("teamId", "userName", "id") where "teamId" is not null;
create index on "member" ("teamId", "userEmail", "id") where "teamId" is not null;
create index on "member" ("organizationId", "createdAt", "id");
create index on "member" ("organizationId", "userName", "id");
create index on "member" ("organizationId", "userEmail", "id");
create index on "member" ("organizationId", "role", "createdAt", "id");
-- Few have these roles; a member can have several.
create index on "member" ("organizationId", "createdAt", "id")
  where 'owner' = any (string_to_array(replace("role", ' ', ''), ','));
create index on "member" ("organizationId", "createdAt", "id")
  where 'admin' = any (string_to_array(replace("role", ' ', ''), ','));

-- All pairs of neighbouring characters, with the end of the organization's id: what an index can say of a text in the middle of
-- another one. pg_trgm would need an extension, and takes only ASCII for letters in a database of locale C.
create function "member_pairs"("organizationId" text, variadic "texts" text[]) returns text[]
language sql immutable parallel safe as $$
  select array(
    select distinct right("organizationId", 6) || substr(t, n, 2) from unnest("texts") t, generate_series(1, length(t) - 1) n)
$$;
create index "member_search" on "member" using gin ("member_pairs"("organizationId", "userName", "userEmail"));

-- How many organizations somebody is in now, counted up to "atMost". A statement sees the rows of the moment when it began, but a
-- volatile function reads those of the moment when it is called: after the statement has waited for a lock.
create function "membershipsNow" ("userId" text, "atMost" integer) returns integer volatile language sql
  as 'select count(*)::integer from (select from "member" where "member"."userId" = $1 limit $2) m';

-- The lock makes a change of the user's name wait for this row, or this row for the new name.
create function "copy_user_to_member"() returns trigger language plpgsql as $$
begin
  select lower(u."name"), u."email" into new."userName", new."userEmail"
  from "user" u where u."id" = new."userId" for share;
  new."userName" := coalesce(new."userName", '');
  new."userEmail" := coalesce(new."userEmail", '');
  return new;
end $$;
create trigger "copy_user" before insert on "member" for each row execute function "copy_user_to_member"();

-- A user who is in many organizations gets a response at once; the rows of the memberships follow in batches
-- (rest-auth/src/organization/renamed-users.ts).
create table "renamedUser" (
  "userId" text primary key references "user" ("id") on delete cascade,
  -- The last membership that has followed, in the order of joining.
  "joinedAt" timestamptz not null default '-infinity',
  "memberId" text not null default ''
);
create function "copy_user_to_members"() returns trigger language plpgsql as $$
begin
  if "membershipsNow"(new."id", 101) <= 100 then
    update "member" set "userName" = lower(new."name"), "userEmail" = new."email" where "userId" = new."id";
  else
    insert into "renamedUser" ("userId") values (new."id")
    on conflict ("userId") do update set "joinedAt" = '-infinity', "memberId" = '';
  end if;
  return null;
end $$;
create trigger "copy_to_members" after update of "name", "email" on "user" for each row
  when (old."name" is distinct from new."name" or old."email" is distinct from new."email")
  execute function "copy_user_to_members"();

create function "count_members"() returns trigger language plpgsql as $$
begin
  update "organization" o set "memberCount" = o."memberCount" + case when tg_op = 'INSERT' then c."rows" else - c."rows" end
  from (select "organizationId", count(*) as "rows" from "changed" group by "organizationId") c
  where o."id" = c."organizationId";
  return null;
end $$;
create trigger "count_new" after insert on "member" referencing new table as "changed"
  for each statement execute function "count_members"();
create trigger "count_gone" after delete on "member" referencing old table as "changed"
  for each statement execute function "count_members"();

-- One team after the other: PostgreSQL does not know the size of "changed", and a join would read all teams.
create function "count_team_members"() returns trigger language plpgsql as $$
declare c record;
begin
  for c in select "teamId", count(*) as "rows" from "changed" where "teamId" is not null group by "teamId" order by "teamId" loop
    update "team" set "memberCount" = "memberCount" + case when tg_op = 'INSERT' then c."rows" else - c."rows" end where "id" = c."teamId";
  end loop;
  return null;
end $$;
create function "count_moved_members"() returns trigger language plpgsql as $$
declare c record;
begin
  for c in
    select "teamId", sum("more") as "more"
    from (select "teamId", 1 as "more" from "after" union all select "teamId", -1 from "before") m
    where "teamId" is not null group by "teamId" having sum("more") <> 0 order by "teamId"
  loop
    update "team" set "memberCount" = "memberCount" + c."more" where "id" = c."teamId";
  end loop;
  return null;
end $$;
create trigger "count_new_in_team" after insert on "member" referencing new table as "changed"
  for each statement execute function "count_team_members"();
create trigger "count_gone_from_team" after delete on "member" referencing old table as "changed"
  for each statement execute function "count_team_members"();
create trigger "count_moved" after update on "member" referencing old table as "before" new table as "after"
  for each statement execute function "count_moved_members"();

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
create index on "invitation" ("organizationId", "expiresAt", "id");
-- Pending ones first, then those that expire last: as keys in one direction, so that a page starts at a comparison of rows.
create index on "invitation" ("organizationId", ("status" = 'pending'), "expiresAt", "id");
create index on "invitation" ("email", "expiresAt", "id") where "status" = 'pending';
create index on "invitation" ("inviterId");
create index on "invitation" ("teamId") where "teamId" is not null;
create index on "invitation" ("expiresAt");

-- The outbox: a row is written in the transaction of the change that it reports, and a worker sends it afterwards.
create table "mail" (
  "id" text primary key,
  -- Emails written in one moment keep the order in which they were written.
  "number" bigint generated always as identity unique,
  "to" text not null,
  "template" text not null,
  "data" jsonb not null,
  "language" text not null,
  -- When the link in it expires; null without a link.
  "expiresAt" timestamptz,
  "createdAt" timestamptz not null,
  "attempts" integer not null default 0,
  "nextAttemptAt" timestamptz not null,
  "sentAt" timestamptz,
  "deadAt" timestamptz,
  "lastError" text,
  -- A security notice over its budget waits here, and another one of its kind to the same address replaces what it says. Null for
  -- all others, and once a worker has taken it: later notices wait in a row of their own.
  "mergeKey" text
);
create index on "mail" ("nextAttemptAt") where "sentAt" is null and "deadAt" is null;
create index on "mail" ("createdAt");
create index on "mail" ("deadAt") where "deadAt" is not null;
create unique index "mail_mergeKey_idx" on "mail" ("mergeKey") where "mergeKey" is not null and "sentAt" is null and "deadAt" is null;

-- Work that follows the response, so that the time of the response reveals nothing: the row is written before, whatever follows.
create table "mailRequest" (
  "number" bigint generated always as identity primary key,
  "request" jsonb not null,
  "origin" jsonb not null,
  "attempts" integer not null default 0,
  "nextAttemptAt" timestamptz not null
);
create index on "mailRequest" ("nextAttemptAt");

-- Keys that sign tokens for services of other teams (Ed25519). The private key is sealed with AUTH_SECRET, and the public one is
-- derived from it: an attacker who can only write to the database cannot plant a trusted key.
create table "signingKey" (
  "id" text primary key,
  "privateKey" text not null,
  "createdAt" timestamptz not null
);
create index on "signingKey" ("createdAt");

-- The counters below are worth nothing after a crash, so they need no write-ahead log.

-- "lastRequest" is milliseconds since 1970.
create unlogged table "rateLimit" (
  "key" text primary key,
  "count" integer not null,
  "lastRequest" bigint not null
);
create index on "rateLimit" ("lastRequest");

-- How many emails of a kind a mailbox still gets and somebody still sends. "usedUntil" is when a budget is whole again.
create unlogged table "mailBudget" (
  "key" text primary key,
  "usedUntil" timestamptz not null
);
create index on "mailBudget" ("usedUntil");

-- Work that one of all instances does, and when it is due again.
create unlogged table "turn" (
  "what" text primary key,
  "nextAt" timestamptz not null
);
