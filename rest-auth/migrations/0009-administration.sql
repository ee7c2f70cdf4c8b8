-- The columns of better-auth's admin plugin.
alter table "user"
  add column "role" text not null default 'user',
  add column "banned" boolean not null default false,
  add column "banReason" text,
  -- Null: it lasts until it is lifted.
  add column "banExpires" timestamptz,
  add constraint "user_role_check" check ("role" in ('admin', 'user')) not valid;
-- The administrator who uses the session, and the id of the administrator's own. No foreign keys:
-- without them it does not work.
alter table "session" add column "impersonatedBy" text, add column "administratorSessionId" text;
