-- Addresses that live as long as the channel of a pull request. Each reader who confirms one gets a
-- preview of their own, of the version that the channel has then.
create table "preview_link" (
  "id" text primary key, -- a random secret in the address
  "name" text not null,
  "channel" text not null check ("channel" like 'pr-%'),
  "tokenId" text references "token" ("id") on delete cascade, -- null if an operator created it
  "createdBy" text not null,
  unique ("name", "channel"),
  foreign key ("name", "channel") references "channel" on delete cascade
);
create index on "preview_link" ("tokenId");
