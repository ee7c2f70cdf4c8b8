-- The registry: versions of the remotes and of the shell, what is live of them, and who may change that. It has a schema and a role of
-- its own ("registry"), so that the shell's server, which faces the internet, can read no password and no session.

-- What every server asks for once a second: whether anything has changed that a page could notice.
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

-- A file by its content, which is how pages ask for it too (Subresource Integrity). Compressed once, where that makes it smaller.
create table "file" (
  "integrity" text primary key check ("integrity" ~ '^sha384-[A-Za-z0-9+/]{64}$'),
  "content" bytea not null,
  "brotli" bytea,
  "gzip" bytea,
  "storedAt" timestamptz not null default now()
);

-- One version of a remote, or of "shell". It never changes but by being withdrawn, after which no channel and no page may name it.
create table "version" (
  "name" text not null check ("name" ~ '^(shell|mf(-[a-z0-9]+)+)$'),
  "version" text not null,
  "document" jsonb not null,
  -- Of the document's bytes as they were sent, by "publicKey" (ed25519, base64).
  "signed" text not null,
  "signature" text not null,
  "publicKey" text not null,
  "publishedAt" timestamptz not null default now(),
  "publishedBy" text not null,
  "withdrawnAt" timestamptz,
  -- When a channel last named it: pages that were opened before may be open still.
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
-- Files of the shell are asked for without a version: what did not change from one to the next stays in browsers.
create index on "version_file" ("path") where "name" = 'shell';

-- What pages load beside their document: all remotes that were live at one time.
create table "lock_file" (
  "integrity" text primary key references "file" ("integrity"),
  "usedAt" timestamptz not null
);

-- What visitors get. Who moves one names the revision that they have seen, so that nobody undoes a move that they do not know of.
create table "channel" (
  "name" text not null,
  "channel" text not null check ("channel" ~ '^(stable|next|pr-[0-9]+)$'),
  "version" text,
  -- Shown to so many of a hundred browsers in the place of "version".
  "candidate" text,
  "percent" integer not null default 0 check ("percent" between 0 and 100),
  "revision" bigint not null default 1,
  -- Versions that it named before, the latest last: where a rollback goes.
  "history" text[] not null default '{}',
  "movedAt" timestamptz not null default now(),
  "movedBy" text not null,
  primary key ("name", "channel"),
  foreign key ("name", "version") references "version",
  foreign key ("name", "candidate") references "version",
  check (("candidate" is null) = ("percent" = 0))
);

-- Rights of a team over its own remote. Only the hash of a token is kept.
create table "token" (
  "id" text primary key,
  "hash" bytea not null unique,
  "name" text not null,
  -- What people call it, such as "CI of billing".
  "label" text not null default '',
  "rights" text[] not null check ("rights" <@ '{publish,promote,override}'),
  -- Whose signature its versions carry; the first publish names it where the token was made without one.
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
  raise exception 'The log is only ever added to.';
end $$;
create trigger "log_is_kept" before update or delete or truncate on "log" execute function "refuse_change"();

create trigger "channel_moves" after insert or update or delete on "channel" for each statement execute function "count_revision"();
create trigger "version_changes" after update of "withdrawnAt" on "version" for each statement execute function "count_revision"();

-- What is published stays as it is: a version can be withdrawn, once, and be live; of a file nothing changes that is served.
create function "refuse_rewriting"() returns trigger language plpgsql as $$
begin
  raise exception 'What is published is never rewritten (%).', tg_table_name;
end $$;
create trigger "version_is_kept" before update on "version" for each row
  when (to_jsonb(old) - '{withdrawnAt,lastLiveAt}'::text[] <> to_jsonb(new) - '{withdrawnAt,lastLiveAt}'::text[] or
    old."withdrawnAt" is distinct from new."withdrawnAt" and old."withdrawnAt" is not null)
  execute function "refuse_rewriting"();
create trigger "file_is_kept" before update of "integrity", "content" on "file" for each row execute function "refuse_rewriting"();
create trigger "version_file_is_kept" before update on "version_file" for each row execute function "refuse_rewriting"();

create function "refuse_withdrawn"() returns trigger language plpgsql as $$
begin
  -- With a lock, for it may be withdrawn at this moment.
  perform from "version" v where v."name" = new."name" and v."version" in (new."version", new."candidate") and v."withdrawnAt" is not null
    for share;
  if found then raise exception 'A version that is withdrawn is never shown again.'; end if;
  return new;
end $$;
create trigger "channel_names_no_withdrawn" before insert or update of "version", "candidate" on "channel"
  for each row execute function "refuse_withdrawn"();

-- What one browser of one user gets of a remote in the place of what everybody gets: a version, or each build that `npx remote dev` sends.
-- Whoever may publish it only makes the link. It is theirs who follow it while signed in, read what it is and confirm it, once.
create table "preview" (
  -- The end of the link: random, and good for one confirmation.
  "id" text primary key,
  "name" text not null,
  -- Null: the latest build that was sent for it.
  "version" text,
  -- Ends with its token; without one an operator made it.
  "tokenId" text references "token" ("id") on delete cascade,
  "createdBy" text not null,
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz not null,
  -- Who confirmed it, and the hash of the cookie that their browser got for it.
  "userId" text,
  "browser" bytea,
  -- The latest build, signed like a version, and how many there were.
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

-- Files of builds. Not among those of versions, so that nothing can make them a part of one, and all of them go with the preview.
create table "preview_file" (
  "preview" text not null references "preview" on delete cascade,
  "path" text not null,
  "integrity" text not null,
  "content" bytea not null,
  -- The last build that had it.
  "build" integer not null,
  primary key ("preview", "path")
);

-- Versions that were removed, because nothing needed them any more. Browsers and caches may still have their files: no other content is
-- ever published under their names.
create table "pruned" (
  "name" text not null,
  "version" text not null,
  primary key ("name", "version")
);

-- Services of remotes: requests for `/api/<name>/…` go there. Only operators say so; who may publish a remote may not.
create table "service" (
  "name" text primary key check ("name" ~ '^mf(-[a-z0-9]+)+$'),
  -- An origin: `https://invoices.internal:8080`.
  "url" text not null check ("url" ~ '^https?://[^/?#@\\[:space:]]+$'),
  "setAt" timestamptz not null,
  "setBy" text not null
);
create trigger "service_moves" after insert or update or delete on "service" for each statement execute function "count_revision"();

-- Origins that are not the product's and that pages may ask for a remote: only operators say so. What a version asks for itself
-- (`connect`, `image`, `frame` in its remote.json) is in its document.
create table "grant" (
  "name" text not null check ("name" ~ '^mf(-[a-z0-9]+)+$'),
  "kind" text not null check ("kind" in ('connect', 'image', 'frame')),
  -- It becomes a part of a header: nothing else may be in it.
  "origin" text not null check ("origin" ~ '^((https|wss)://(\*\.)?[a-z0-9.-]+|(http|ws)://localhost)(:[0-9]+)?$'),
  "grantedAt" timestamptz not null,
  "grantedBy" text not null,
  primary key ("name", "kind", "origin")
);
create trigger "grant_moves" after insert or update or delete on "grant" for each statement execute function "count_revision"();
