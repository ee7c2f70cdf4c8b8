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
