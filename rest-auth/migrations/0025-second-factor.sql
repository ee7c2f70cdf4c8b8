-- better-auth's column: whether an authenticator app is set up and verified.
alter table "user" add column "twoFactorEnabled" boolean not null default false;
-- When and how the session's person last showed a second factor: 'passkey', 'totp', 'backup-code' or 'trusted-device'.
alter table "session" add column "secondFactorAt" timestamptz, add column "secondFactor" text;
