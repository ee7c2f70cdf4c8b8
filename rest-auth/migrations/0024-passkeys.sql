-- Ways to sign in that stay in a person's devices (WebAuthn). Columns as better-auth's, so that they can be adopted.
create table "passkey" (
  "id" text primary key,
  "name" text not null,
  -- Base64 of a COSE key.
  "publicKey" text not null,
  "userId" text not null references "user" ("id") on delete cascade,
  -- Base64url, chosen by the authenticator.
  "credentialID" text not null unique,
  -- How often it signed, up to 4294967295. 0 for passkeys that several devices share.
  "counter" double precision not null,
  "deviceType" text not null,
  "backedUp" boolean not null,
  "transports" text,
  "aaguid" text,
  -- The host that it works for. Null if it was adopted.
  "rpId" text,
  "createdAt" timestamptz not null,
  "lastUsedAt" timestamptz
);
create index on "passkey" ("userId", "createdAt", "id");
create index on "passkey" ("rpId");
