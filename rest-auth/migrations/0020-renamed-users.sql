-- Who is in many organizations and takes another name or address is answered at once; the rows of the memberships follow, some at a time
-- (rest-auth/src/organization/renamed-users.ts).
create table "renamedUser" (
  "userId" text primary key references "user" ("id") on delete cascade,
  -- The last membership that has followed, in the order of joining.
  "joinedAt" timestamptz not null default '-infinity',
  "memberId" text not null default ''
);

create or replace function "copy_user_to_members"() returns trigger language plpgsql as $$
begin
  if "membershipsNow"(new."id", 101) <= 100 then
    update "member" set "userName" = lower(new."name"), "userEmail" = new."email" where "userId" = new."id";
  else
    insert into "renamedUser" ("userId") values (new."id")
    on conflict ("userId") do update set "joinedAt" = '-infinity', "memberId" = '';
  end if;
  return null;
end $$;
