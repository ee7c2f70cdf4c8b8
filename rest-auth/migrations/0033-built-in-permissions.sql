-- Like before, but without a comparison of grants for the roles that most members have.
create or replace function "permissionsOf"("list" text[], "inOrganization" text, "own" text[], "ownRoles" text[]) returns text[] language plpgsql stable as $$
begin
  if "list" <@ '{owner,admin,member}' then
    return array(
      select o."name" from unnest("own", "ownRoles") o ("name", "roles") where string_to_array(o."roles", ',') && "list"
      union all
      select r."name" from "remotePermission" r where 'owner' = any ("list") or r."admins" and 'admin' = any ("list"));
  end if;
  return array(
    select p."name" from (
      select o."name", string_to_array(o."roles", ',') as "roles",
        jsonb_build_object(split_part(o."name", ':', 1), jsonb_build_array(split_part(o."name", ':', 2))) as "grant"
      from unnest("own", "ownRoles") o ("name", "roles")
      union all
      select r."name", case when r."admins" then '{owner,admin}'::text[] else '{owner}' end
          || ('=' || (select g."key" || ':' || (g."value" ->> 0) from jsonb_each(r."grant") g)), r."grant"
      from "remotePermission" r) p
    where p."roles" && "list" or "isGrantedByRow"("list", "inOrganization", array[p."grant"]));
end $$;
