-- What one browser of one user gets of a remote in the place of what everybody gets: a version, or each build that `npx remote dev` sends.
-- Whoever may publish it only makes the link. It is theirs who follow it while signed in, read what it is and confirm it, once.
create table "preview" (
  -- The end of the link: random, and good for one confirmation.
  "id" text primary key,
  "name" text not null,
  -- Null: the latest build that was sent for it.
  "version" text,
  -- The channel that named the version when the link was made.
  "channel" text,
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
