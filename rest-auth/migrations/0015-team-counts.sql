-- The number of a team's members, as that of an organization's since 0008. The next file fills it in for the teams that are there.
alter table "team" add column "memberCount" integer not null default 0;

-- One team after the other: PostgreSQL knows nothing of the size of "changed", and joined with it would read all teams.
create function "count_team_members"() returns trigger language plpgsql as $$
declare c record;
begin
  for c in select "teamId", count(*) as "rows" from "changed" where "teamId" is not null group by "teamId" order by "teamId" loop
    update "team" set "memberCount" = "memberCount" + case when tg_op = 'INSERT' then c."rows" else - c."rows" end where "id" = c."teamId";
  end loop;
  return null;
end $$;
create function "count_moved_members"() returns trigger language plpgsql as $$
declare c record;
begin
  for c in
    select "teamId", sum("more") as "more"
    from (select "teamId", 1 as "more" from "after" union all select "teamId", -1 from "before") m
    where "teamId" is not null group by "teamId" having sum("more") <> 0 order by "teamId"
  loop
    update "team" set "memberCount" = "memberCount" + c."more" where "id" = c."teamId";
  end loop;
  return null;
end $$;
create trigger "count_new_in_team" after insert on "member" referencing new table as "changed"
  for each statement execute function "count_team_members"();
create trigger "count_gone_from_team" after delete on "member" referencing old table as "changed"
  for each statement execute function "count_team_members"();
create trigger "count_moved" after update on "member" referencing old table as "before" new table as "after"
  for each statement execute function "count_moved_members"();

-- As "membershipsNow" with one argument, but it counts no further than it matters.
create function "membershipsNow" ("userId" text, "atMost" integer) returns integer volatile language sql
  as 'select count(*)::integer from (select from "member" where "member"."userId" = $1 limit $2) m';
