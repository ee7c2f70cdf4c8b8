-- Services of remotes at the token exchange. Absent: no secret, and only the active organization.
create table "serviceClient" (
  "remote" text primary key check ("remote" ~ '^mf(-[a-z0-9]+)+$'),
  -- SHA-256. The former one stays valid while the service is deployed again.
  "secretHash" text,
  "formerSecretHash" text,
  "allOrganizations" boolean not null default false
);
