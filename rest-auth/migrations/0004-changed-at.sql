-- When a field that fellow members see last changed; null if none has. Kept by triggers, so that the
-- previous release keeps it too. Not "updatedAt": better-auth has columns of that name with other rules.
alter table "organization" add column "changedAt" timestamptz;
alter table "team" add column "changedAt" timestamptz;
alter table "member" add column "changedAt" timestamptz;
alter table "invitation" add column "changedAt" timestamptz;
alter table "user" add column "changedAt" timestamptz;

-- Null for older invitations.
alter table "invitation" add column if not exists "createdAt" timestamptz;
alter table "invitation" alter column "createdAt" set default now();

create function "note_change"() returns trigger language plpgsql as $$
begin
  new."changedAt" := now();
  return new;
end $$;
create trigger "note_change" before update of "name", "slug", "logo", "metadata" on "organization" for each row
  when ((old."name", old."slug", old."logo", old."metadata") is distinct from (new."name", new."slug", new."logo", new."metadata"))
  execute function "note_change"();
create trigger "note_change" before update of "name" on "team" for each row
  when (old."name" is distinct from new."name") execute function "note_change"();
create trigger "note_change" before update of "role", "teamId" on "member" for each row
  when ((old."role", old."teamId") is distinct from (new."role", new."teamId")) execute function "note_change"();
create trigger "note_change" before update of "role", "teamId", "status", "expiresAt" on "invitation" for each row
  when ((old."role", old."teamId", old."status", old."expiresAt") is distinct from (new."role", new."teamId", new."status", new."expiresAt"))
  execute function "note_change"();
create trigger "note_change" before update of "name", "email", "image" on "user" for each row
  when ((old."name", old."email", old."image") is distinct from (new."name", new."email", new."image"))
  execute function "note_change"();
