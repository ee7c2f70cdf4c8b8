-- Keys that sign tokens for services of other teams (Ed25519). The private key is sealed with AUTH_SECRET, and the public one is made of it:
-- who only writes into the database plants no key that anybody would believe.
create table "signingKey" (
  "id" text primary key,
  "privateKey" text not null,
  "createdAt" timestamptz not null
);
create index on "signingKey" ("createdAt");
