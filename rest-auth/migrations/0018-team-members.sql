-- A member can be in several teams. "member"."teamId", the first of them, stays for release 2.0:
-- triggers keep both equal, whichever is written.
alter table "invitation" add column "moreTeamIds" text[] not null default '{}';
comment on column "invitation"."moreTeamIds" is 'The teams after "teamId". Some may no longer exist.';

create table "teamMember" (
  "id" text primary key default gen_random_uuid()::text,
  "teamId" text not null,
  "organizationId" text not null,
  "userId" text not null,
  -- Copies of the member's, to sort and page the members of a team.
  "memberId" text not null,
  "joinedAt" timestamptz not null,
  "userName" text collate "C" not null,
  "userEmail" text collate "C" not null,
  "createdAt" timestamptz not null default now(),
  unique ("organizationId", "userId", "teamId"),
  foreign key ("organizationId", "userId") references "member" ("organizationId", "userId") on delete cascade,
  foreign key ("teamId", "organizationId") references "team" ("id", "organizationId") on delete cascade
);
create index on "teamMember" ("teamId", "joinedAt", "memberId");
create index on "teamMember" ("teamId", "userName", "memberId");
create index on "teamMember" ("teamId", "userEmail", "memberId");
create index on "teamMember" ("userId", "createdAt", "id");

-- The lock orders this insert with a change of the user's name.
create function "copy_member_to_team"() returns trigger language plpgsql as $$
begin
  select m."id", m."createdAt", m."userName", m."userEmail"
  into new."memberId", new."joinedAt", new."userName", new."userEmail"
  from "member" m where m."organizationId" = new."organizationId" and m."userId" = new."userId" for no key update;
  return new;
end $$;
create trigger "copy_member" before insert on "teamMember" for each row
  when (new."memberId" is null) execute function "copy_member_to_team"();

create function "copy_name_to_teams"() returns trigger language plpgsql as $$
begin
  update "teamMember" set "userName" = new."userName", "userEmail" = new."userEmail"
  where "organizationId" = new."organizationId" and "userId" = new."userId";
  return null;
end $$;
create trigger "copy_name_to_teams" after update of "userName", "userEmail" on "member" for each row
  when ((old."userName", old."userEmail") is distinct from (new."userName", new."userEmail"))
  execute function "copy_name_to_teams"();

-- If the first team is deleted, the one joined longest ago becomes the first.
create function "keep_first_team"() returns trigger language plpgsql as $$
begin
  if not exists (select from "team" where "id" = old."teamId") then
    new."teamId" := (
      select "teamId" from "teamMember"
      where "organizationId" = new."organizationId" and "userId" = new."userId" and "teamId" <> old."teamId"
      order by "createdAt", "id" limit 1);
  end if;
  return new;
end $$;
create trigger "keep_first_team" before update of "teamId" on "member" for each row
  when (old."teamId" is not null and new."teamId" is null) execute function "keep_first_team"();

-- A statement inserts all rows at once, because each statement updates the counts of its teams.
create function "join_first_teams"() returns trigger language plpgsql as $$
begin
  insert into "teamMember" ("teamId", "organizationId", "userId", "memberId", "joinedAt", "userName", "userEmail", "createdAt")
  select "teamId", "organizationId", "userId", "id", "createdAt", "userName", "userEmail", "createdAt"
  from "joined" where "teamId" is not null
  on conflict do nothing;
  return null;
end $$;
create trigger "join_first_teams" after insert on "member" referencing new table as "joined"
  for each statement execute function "join_first_teams"();

-- A new first team replaces the old one. None ends the membership in all.
create function "follow_first_team"() returns trigger language plpgsql as $$
begin
  delete from "teamMember" where "organizationId" = new."organizationId" and "userId" = new."userId"
    and (new."teamId" is null or "teamId" = old."teamId");
  if new."teamId" is not null then
    insert into "teamMember" ("teamId", "organizationId", "userId")
    values (new."teamId", new."organizationId", new."userId") on conflict do nothing;
  end if;
  return null;
end $$;
create trigger "follow_first_team" after update of "teamId" on "member" for each row
  when (old."teamId" is distinct from new."teamId") execute function "follow_first_team"();

-- Depth 0: not for what the triggers above write, nor for deleted teams and members.
create function "choose_first_team"() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update "member" set "teamId" = coalesce("teamId", new."teamId"), "changedAt" = now()
    where "organizationId" = new."organizationId" and "userId" = new."userId";
  else
    update "member" set "changedAt" = now(), "teamId" = case when "teamId" <> old."teamId" then "teamId" else (
        select "teamId" from "teamMember" where "organizationId" = old."organizationId" and "userId" = old."userId"
        order by "createdAt", "id" limit 1) end
    where "organizationId" = old."organizationId" and "userId" = old."userId";
  end if;
  return null;
end $$;
create trigger "choose_first_team" after insert or delete on "teamMember" for each row
  when (pg_trigger_depth() = 0) execute function "choose_first_team"();

-- The active team of a session is always one that its user is in, of its active organization.
create function "leave_active_team"() returns trigger language plpgsql as $$
begin
  update "session" set "activeTeamId" = null where "userId" = old."userId" and "activeTeamId" = old."teamId";
  return null;
end $$;
create trigger "leave_active_team" after delete on "teamMember" for each row execute function "leave_active_team"();

create function "forget_active_team"() returns trigger language plpgsql as $$
begin
  new."activeTeamId" := null;
  return new;
end $$;
create trigger "forget_active_team" before update of "activeOrganizationId" on "session" for each row
  when (old."activeOrganizationId" is distinct from new."activeOrganizationId" and old."activeTeamId" = new."activeTeamId")
  execute function "forget_active_team"();
