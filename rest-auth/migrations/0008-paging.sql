-- Lists are paged by keys that an index serves: what orders them, then the id.

-- Members are ordered and sought by name and address of their users, among those of one organization: so the row holds
-- both, in lower case and in the order of their bytes. The triggers below keep them.
alter table "member"
  add column "userName" text collate "C" not null default '',
  add column "userEmail" text collate "C" not null default '';

-- The number of members, so that nobody counts a hundred thousand rows to say it.
alter table "organization" add column "memberCount" integer not null default 0;

update "member" m set "userName" = lower(u."name"), "userEmail" = u."email" from "user" u where u."id" = m."userId";
update "organization" o set "memberCount" = (select count(*) from "member" m where m."organizationId" = o."id");

-- The lock lets whoever changes the user's name wait for this row, or this row for the new name.
create function "copy_user_to_member"() returns trigger language plpgsql as $$
begin
  select lower(u."name"), u."email" into new."userName", new."userEmail"
  from "user" u where u."id" = new."userId" for share;
  new."userName" := coalesce(new."userName", '');
  new."userEmail" := coalesce(new."userEmail", '');
  return new;
end $$;
create trigger "copy_user" before insert on "member" for each row execute function "copy_user_to_member"();

create function "copy_user_to_members"() returns trigger language plpgsql as $$
begin
  update "member" set "userName" = lower(new."name"), "userEmail" = new."email" where "userId" = new."id";
  return null;
end $$;
create trigger "copy_to_members" after update of "name", "email" on "user" for each row
  when (old."name" is distinct from new."name" or old."email" is distinct from new."email")
  execute function "copy_user_to_members"();

create function "count_members"() returns trigger language plpgsql as $$
begin
  update "organization" o set "memberCount" = o."memberCount" + case when tg_op = 'INSERT' then c."rows" else - c."rows" end
  from (select "organizationId", count(*) as "rows" from "changed" group by "organizationId") c
  where o."id" = c."organizationId";
  return null;
end $$;
create trigger "count_new" after insert on "member" referencing new table as "changed"
  for each statement execute function "count_members"();
create trigger "count_gone" after delete on "member" referencing old table as "changed"
  for each statement execute function "count_members"();

create index on "member" ("organizationId", "createdAt", "id");
create index on "member" ("organizationId", "userName", "id");
create index on "member" ("organizationId", "userEmail", "id");
create index on "member" ("organizationId", "role", "createdAt", "id");
-- Few have these roles; a member can have several.
create index on "member" ("organizationId", "createdAt", "id")
  where 'owner' = any (string_to_array(replace("role", ' ', ''), ','));
create index on "member" ("organizationId", "createdAt", "id")
  where 'admin' = any (string_to_array(replace("role", ' ', ''), ','));

-- All pairs of neighbouring characters, those of each organization apart by the end of its id: what an index can say of a text
-- in the middle of another one. pg_trgm would need an extension, and takes only ASCII for letters in a database of locale C.
create function "member_pairs"("organizationId" text, variadic "texts" text[]) returns text[]
language sql immutable parallel safe as $$
  select array(
    select distinct right("organizationId", 6) || substr(t, n, 2) from unnest("texts") t, generate_series(1, length(t) - 1) n)
$$;
create index "member_search" on "member" using gin ("member_pairs"("organizationId", "userName", "userEmail"));

create index on "member" ("userId", "createdAt", "id");
create index on "member" ("teamId", "createdAt", "id") where "teamId" is not null;
drop index "member_userId_idx", "member_teamId_idx";

create index on "team" ("organizationId", "createdAt", "id");
drop index "team_organizationId_idx";

create index on "invitation" ("organizationId", "expiresAt", "id");
-- Pending ones first, then those that expire last.
create index on "invitation" ("organizationId", ("status" <> 'pending'), "expiresAt" desc, "id" desc);
drop index "invitation_organizationId_idx";
