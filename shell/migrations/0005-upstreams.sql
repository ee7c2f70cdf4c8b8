-- Services of remotes: requests for `/api/<name>/…` go there. Only operators say so; who may publish a remote may not.
create table "upstream" (
  "name" text primary key check ("name" ~ '^mf(-[a-z0-9]+)+$'),
  -- An origin: `https://invoices.internal:8080`.
  "url" text not null check ("url" ~ '^https?://[^/?#@\\[:space:]]+$'),
  "setAt" timestamptz not null,
  "setBy" text not null
);
create trigger "upstream_moves" after insert or update or delete on "upstream" for each statement execute function "count_revision"();
