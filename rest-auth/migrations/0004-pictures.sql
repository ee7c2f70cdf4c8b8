-- Pictures that came as `data:` addresses: each once, by what is in it, so that rows hold a short address instead.
-- "seenAt" is when somebody last said to use it: what was set a moment ago is not cleaned up before its row refers to it.
create table "picture" (
  "hash" text primary key check ("hash" = encode(sha256("content"), 'hex')),
  "type" text not null check ("type" in ('image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif')),
  "content" bytea not null,
  "seenAt" timestamptz not null
);
alter table "picture" alter column "content" set storage external; -- it is compressed already
create index on "picture" ("seenAt");

-- The picture that "image" or "logo" is the address of, if it is one of ours.
alter table "user" add column "picture" text references "picture" ("hash");
alter table "organization" add column "picture" text references "picture" ("hash");
create index on "user" ("picture") where "picture" is not null;
create index on "organization" ("picture") where "picture" is not null;

-- What move-pictures.ts looks for; empty when it is done.
create index "user_image_to_move" on "user" ("id") where "image" like 'data:%' or octet_length("image") > 2048;
create index "organization_logo_to_move" on "organization" ("id") where "logo" like 'data:%' or octet_length("logo") > 2048;

-- How many organizations somebody is in now. A statement sees the rows of the moment when it began, but what a volatile function reads
-- is of the moment when it is called: after the statement has waited for a lock.
create function "membershipsNow" ("userId" text) returns integer volatile language sql
  as 'select count(*)::integer from "member" where "member"."userId" = $1';
