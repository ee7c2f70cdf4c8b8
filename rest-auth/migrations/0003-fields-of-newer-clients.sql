-- Fields that better-auth clients of 1.3 and later read. The product has no active team.
alter table "session" add column "activeTeamId" text;
-- Invitations from before this migration get its time. The default is for instances of 2.0.0.
alter table "invitation" add column "createdAt" timestamptz not null default now();
