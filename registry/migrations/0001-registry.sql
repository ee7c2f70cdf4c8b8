-- The registry has a schema and a role of its own, so that the shell's server, which faces the
-- internet, can read no passwords or sessions.

-- Every server polls it once a second for changes that affect pages.
create table "revision" (
  "only" boolean primary key default true check ("only"),
  "number" bigint not null default 0
);
insert into "revision" default values;

create function "count_revision"() returns trigger language plpgsql as $$
begin
  update "revision" set "number" = "number" + 1;
  return null;
end $$;

-- The compressed copies are null if they would be larger.
create table "file" (
  "integrity" text primary key check ("integrity" ~ '^sha384-[A-Za-z0-9+/]{64}$'),
  "content" bytea not null,
  "brotli" bytea,
  "gzip" bytea,
  "storedAt" timestamptz not null default now()
);

-- Immutable except that a version can be unpublished once; then no channel may point to it.
create table "version" (
  "name" text not null check ("name" ~ '^(shell|mf(-[a-z0-9]+)+)$'),
  "version" text not null,
  "document" jsonb not null,
  "signed" text not null, -- the document exactly as sent; "signature" covers these bytes
  "signature" text not null,
  "publicKey" text not null,
  "publishedAt" timestamptz not null default now(),
  "publishedBy" text not null,
  "unpublishedAt" timestamptz,
  -- When a channel last pointed to it. Pages opened before may still be open.
  "lastLiveAt" timestamptz not null default now(),
  primary key ("name", "version")
);

create table "version_file" (
  "name" text not null,
  "version" text not null,
  "path" text not null,
  "integrity" text not null references "file" ("integrity"),
  primary key ("name", "version", "path"),
  foreign key ("name", "version") references "version" on delete cascade
);
create index on "version_file" ("integrity");
-- Pages request the shell's files without a version, so that unchanged files stay cached.
create index on "version_file" ("path") where "name" = 'shell';

-- Version locks that pages load: all remotes live at one time.
create table "lock_file" (
  "integrity" text primary key references "file" ("integrity"),
  "usedAt" timestamptz not null
);

-- A move names the revision that its author has seen, so that nobody undoes an unseen move.
create table "channel" (
  "name" text not null,
  "channel" text not null check ("channel" ~ '^(stable|next|pr-[0-9]+)$'),
  "version" text,
  "canary" text, -- the canary, which "percent" of browsers get
  "percent" integer not null default 0 check ("percent" between 0 and 100),
  "revision" bigint not null default 1,
  "history" text[] not null default '{}', -- previous versions for rollbacks, latest last
  "movedAt" timestamptz not null default now(),
  "movedBy" text not null,
  primary key ("name", "channel"),
  foreign key ("name", "version") references "version",
  foreign key ("name", "canary") references "version",
  check (("canary" is null) = ("percent" = 0))
);

create table "token" (
  "id" text primary key,
  "hash" bytea not null unique,
  "name" text not null,
  "label" text not null default '',
  "rights" text[] not null check ("rights" <@ '{publish,promote,override}'),
  -- Key that must sign all versions. Set by the first publish.
  "publicKey" text,
  "createdBy" text not null,
  "createdAt" timestamptz not null default now(),
  "expiresAt" timestamptz not null,
  "revokedAt" timestamptz
);

create table "log" (
  "id" bigint generated always as identity primary key,
  "at" timestamptz not null default now(),
  "who" text not null,
  "action" text not null,
  "name" text not null,
  "channel" text,
  "from" text,
  "to" text,
  "percent" integer,
  "why" text
);
create index on "log" ("name", "id");

create function "refuse_change"() returns trigger language plpgsql as $$
begin
  raise exception 'The log is append-only.';
end $$;
create trigger "log_is_kept" before update or delete or truncate on "log" execute function "refuse_change"();

create trigger "channel_moves" after insert or update or delete on "channel" for each statement execute function "count_revision"();
create trigger "version_changes" after update of "unpublishedAt" on "version" for each statement execute function "count_revision"();

create function "refuse_rewriting"() returns trigger language plpgsql as $$
begin
  raise exception 'Published data is immutable (%).', tg_table_name;
end $$;
create trigger "version_is_kept" before update on "version" for each row
  when (to_jsonb(old) - '{unpublishedAt,lastLiveAt}'::text[] <> to_jsonb(new) - '{unpublishedAt,lastLiveAt}'::text[] or
    old."unpublishedAt" is distinct from new."unpublishedAt" and old."unpublishedAt" is not null)
  execute function "refuse_rewriting"();
create trigger "file_is_kept" before update of "integrity", "content" on "file" for each row execute function "refuse_rewriting"();
create trigger "version_file_is_kept" before update on "version_file" for each row execute function "refuse_rewriting"();

create function "refuse_unpublished"() returns trigger language plpgsql as $$
begin
  -- The lock waits for a transaction that is unpublishing the version.
  perform from "version" v where v."name" = new."name" and v."version" in (new."version", new."canary") and v."unpublishedAt" is not null
    for share;
  if found then raise exception 'An unpublished version cannot go live again.'; end if;
  return new;
end $$;
create trigger "channel_names_no_unpublished" before insert or update of "version", "canary" on "channel"
  for each row execute function "refuse_unpublished"();

-- Shows a version, or the builds of `npx remote dev`, to one user in one browser. The team creates
-- the link; the first signed-in user who follows and confirms it gets the preview.
create table "preview" (
  "id" text primary key, -- a random one-time secret in the link
  "name" text not null,
  "version" text, -- null for the latest build
  "tokenId" text references "token" ("id") on delete cascade, -- null if an operator created it
  "createdBy" text not null,
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz not null,
  "userId" text, -- set on confirmation; "browser" is the hash of the preview cookie
  "browser" bytea,
  "signed" text,
  "signature" text,
  "publicKey" text,
  "builds" integer not null default 0,
  check (("userId" is null) = ("browser" is null)),
  check ("expiresAt" <= "createdAt" + interval '9 hours'),
  foreign key ("name", "version") references "version" on delete cascade
);
create index on "preview" ("browser") where "browser" is not null;
create index on "preview" ("expiresAt");
create index on "preview" ("tokenId");
create index on "preview" ("name", "version");

-- Separate from the files of versions, so that a build can never become part of one.
create table "preview_file" (
  "preview" text not null references "preview" on delete cascade,
  "path" text not null,
  "integrity" text not null,
  "content" bytea not null,
  "build" integer not null, -- the last build that contains it
  primary key ("preview", "path")
);

-- Removed versions. Caches may still have their files, so their numbers are never used again.
create table "pruned" (
  "name" text not null,
  "version" text not null,
  primary key ("name", "version")
);

-- Set only by operators, because a service receives requests of users.
create table "service" (
  "name" text primary key check ("name" ~ '^mf(-[a-z0-9]+)+$'),
  "url" text not null check ("url" ~ '^https?://[^/?#@\\[:space:]]+$'),
  "setAt" timestamptz not null,
  "setBy" text not null
);
create trigger "service_moves" after insert or update or delete on "service" for each statement execute function "count_revision"();

-- Foreign origins that operators granted. What a version requests is in its document.
create table "grant" (
  "name" text not null check ("name" ~ '^mf(-[a-z0-9]+)+$'),
  "kind" text not null check ("kind" in ('connect', 'image', 'frame')),
  -- Strict, because it goes into the CSP header unescaped.
  "origin" text not null check ("origin" ~ '^((https|wss)://(\*\.)?[a-z0-9.-]+|(http|ws)://localhost)(:[0-9]+)?$'),
  "grantedAt" timestamptz not null,
  "grantedBy" text not null,
  primary key ("name", "kind", "origin")
);
create trigger "grant_moves" after insert or update or delete on "grant" for each statement execute function "count_revision"();
