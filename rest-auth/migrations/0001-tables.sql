-- Tables and columns follow better-auth 1.2, so that its database can be adopted. Lists are paged
-- by indexed keys: the columns that order them, then the id.

-- Uploaded pictures, each stored once. "seenAt" keeps the clean-up from deleting recent uploads.
create table "picture" (
  "hash" text primary key check ("hash" = encode(sha256("content"), 'hex')),
  "type" text not null check ("type" in ('image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif')),
  "content" bytea not null,
  "seenAt" timestamptz not null
);
 alter table "picture" alter column "content" set storage external; -- already compressed
create index on "picture" ("seenAt");

create table "user" (
  "id" text primary key,
  "name" text not null,
  "email" text not null unique check ("email" = lower("email")),
  "emailVerified" boolean not null default false,
  "proved" boolean not null default false,
  -- Created here and never proved: the owner of the email may remove it with an emailed link.
  "disownable" boolean not null default false,
  "image" text,
  -- The hash, if "image" is one of our own URLs.
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
  'Ownership proved: its creator reads email at this address. Required for invitations, operators and tokens.';

create table "emailChange" (
  "userId" text primary key references "user" ("id") on delete cascade,
  "newEmail" text not null,
  -- Whether the current mailbox has agreed, so that only the link in the new one is missing.
  "isAgreed" boolean not null,
  "expiresAt" timestamptz not null
);
create index on "emailChange" ("expiresAt");

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
  -- Maintained by triggers, because counting a hundred thousand rows is slow.
  "memberCount" integer not null default 0,
  "createdAt" timestamptz not null
);
create index on "organization" ("picture") where "picture" is not null;

-- Keeps links to an organization working after its slug changed. The last five slugs stay reserved:
-- otherwise strangers could take one and decide where those links lead.
create table "former_slug" (
  "slug" text primary key,
  "organizationId" text not null references "organization" ("id") on delete cascade,
  "number" bigint generated always as identity
);
create index on "former_slug" ("organizationId", "number");

-- Runs before the slug is indexed, so that takeovers by other organizations lock in the same order.
create function "take_back_slug"() returns trigger language plpgsql as $$
begin
  delete from "former_slug" where "slug" = new."slug" and "organizationId" = new."id";
  return new;
end $$;
create trigger "take_back_slug" before update of "slug" on "organization" for each row
  when (old."slug" <> new."slug") execute function "take_back_slug"();

-- Runs after concurrent renames have released the slug: no slug is both current and former.
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
-- Checked by every sign-in: while such hashes exist, all password checks take equally long.
create index "account_adopted_password" on "account" ("id") where "password" ~ '^[0-9a-f]{32}:[0-9a-f]{128}$';

-- Credentials of sign-ups with a registered email. As for a new account, the username is taken and
-- the password "not verified yet" (EMAIL_VERIFICATION_REQUIRED).
create table "signUpAttempt" (
  "userId" text not null references "user" ("id") on delete cascade,
  "username" text,
  "proofs" text[] not null,
  "createdAt" timestamptz not null
);
create index on "signUpAttempt" ("userId");
create index on "signUpAttempt" ("username") where "username" is not null;
create index on "signUpAttempt" using gin ("proofs");

-- Reset, deletion and one-time tokens (hashed in the identifier), and OAuth states.
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
  -- The user's name and email in lower case and byte order, to sort and search members.
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
-- Few members have these roles. A member can have several.
create index on "member" ("organizationId", "createdAt", "id")
  where 'owner' = any (string_to_array(replace("role", ' ', ''), ','));
create index on "member" ("organizationId", "createdAt", "id")
  where 'admin' = any (string_to_array(replace("role", ' ', ''), ','));

-- All pairs of adjacent characters, each with the end of the organization's id, as an index for
-- substring search. pg_trgm would need an extension, and in locale C it indexes only ASCII letters.
create function "member_pairs"("organizationId" text, variadic "texts" text[]) returns text[]
language sql immutable parallel safe as $$
  select array(
    select distinct right("organizationId", 6) || substr(t, n, 2) from unnest("texts") t, generate_series(1, length(t) - 1) n)
$$;
create index "member_search" on "member" using gin ("member_pairs"("organizationId", "userName", "userEmail"));

-- Counts a user's memberships up to "maxCount". A statement sees the rows as of its start. A
-- volatile function sees those as of its call, after the statement has waited for a lock.
create function "membershipsNow" ("userId" text, "maxCount" integer) returns integer volatile language sql
  as 'select count(*)::integer from (select from "member" where "member"."userId" = $1 limit $2) m';

-- The lock orders this insert with a change of the user's name.
create function "copy_user_to_member"() returns trigger language plpgsql as $$
begin
  select lower(u."name"), u."email" into new."userName", new."userEmail"
  from "user" u where u."id" = new."userId" for share;
  new."userName" := coalesce(new."userName", '');
  new."userEmail" := coalesce(new."userEmail", '');
  return new;
end $$;
create trigger "copy_user" before insert on "member" for each row execute function "copy_user_to_member"();

-- Users with many memberships: their names are copied in batches (organization/renamed-users.ts).
create table "renamedUser" (
  "userId" text primary key references "user" ("id") on delete cascade,
  -- The last membership that was updated, in the order of joining.
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

-- One team at a time: PostgreSQL does not know the size of "changed", so a join reads all teams.
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
-- Pending first, then by expiry. With one direction, a page can start with a row comparison.
create index on "invitation" ("organizationId", ("status" = 'pending'), "expiresAt", "id");
create index on "invitation" ("email", "expiresAt", "id") where "status" = 'pending';
create index on "invitation" ("inviterId");
create index on "invitation" ("teamId") where "teamId" is not null;
create index on "invitation" ("expiresAt");

-- The outbox: rows are written in the transaction of the change that they report.
create table "mail" (
  "id" text primary key,
  -- Orders emails with the same time.
  "number" bigint generated always as identity unique,
  "to" text not null,
  "template" text not null,
  "data" jsonb not null,
  "language" text not null,
  "expiresAt" timestamptz,
  "createdAt" timestamptz not null,
  "attempts" integer not null default 0,
  "nextAttemptAt" timestamptz not null,
  "sentAt" timestamptz,
  "deadAt" timestamptz,
  "lastError" text,
  -- A security notice over its budget waits here, and the next of its kind to the same email
  -- replaces its content. Null for all others, and once a worker has claimed it.
  "mergeKey" text
);
create index on "mail" ("nextAttemptAt") where "sentAt" is null and "deadAt" is null;
create index on "mail" ("createdAt");
create index on "mail" ("deadAt") where "deadAt" is not null;
create unique index "mail_mergeKey_idx" on "mail" ("mergeKey") where "mergeKey" is not null and "sentAt" is null and "deadAt" is null;

-- Work after the response. Every request writes a row, so that response times reveal nothing.
create table "mailRequest" (
  "number" bigint generated always as identity primary key,
  "request" jsonb not null,
  "origin" jsonb not null,
  "attempts" integer not null default 0,
  "nextAttemptAt" timestamptz not null
);
create index on "mailRequest" ("nextAttemptAt");

-- Ed25519 keys, encrypted with AUTH_SECRET. The public key is derived from the private one, so that
-- write access to the database does not suffice to add a trusted key.
create table "signingKey" (
  "id" text primary key,
  "privateKey" text not null,
  "createdAt" timestamptz not null
);
create index on "signingKey" ("createdAt");

-- Unlogged, because counters are worthless after a crash. "lastRequest" is in Unix milliseconds.
create unlogged table "rateLimit" (
  "key" text primary key,
  "count" integer not null,
  "lastRequest" bigint not null
);
create index on "rateLimit" ("lastRequest");

-- "usedUntil" is the time when the budget is full again.
create unlogged table "mailBudget" (
  "key" text primary key,
  "usedUntil" timestamptz not null
);
create index on "mailBudget" ("usedUntil");

create unlogged table "job" (
  "what" text primary key,
  "nextAt" timestamptz not null
);
