-- Permissions that released versions of remotes declare, as the shell's servers last reported.
create table "remotePermission" (
  "name" text primary key check ("name" ~ '^mf(-[a-z0-9]+)+:[a-z][a-z0-9-]{0,31}$'),
  -- As roles store it: {"mf-invoices@key":["approve"]}. The key signs the versions of the remote, so
  -- that grants do not pass to another team with the name.
  "grant" jsonb not null,
  "admins" boolean not null,
  -- Texts by language.
  "label" jsonb not null
);
