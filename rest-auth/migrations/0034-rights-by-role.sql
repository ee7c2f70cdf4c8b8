-- The same rights from fewer and shorter arguments: what the release's own roles grant. Statements
-- repeat them for each list. Release 2.2.0 calls the functions with four arguments.

create function "permissionsOf"("list" text[], "inOrganization" text, "ofOwner" text[], "ofAdmin" text[], "ofMember" text[])
returns text[] language plpgsql stable as $$
declare
  "isOwner" boolean := 'owner' = any ("list");
  "isAdmin" boolean := 'admin' = any ("list");
  "own" text[] := case when "isOwner" then "ofOwner" when "isAdmin" then "ofAdmin" when 'member' = any ("list") then "ofMember" else '{}' end;
begin
  if "list" <@ '{owner,admin,member}' then
    if not ("isOwner" or "isAdmin") then return "own"; end if;
    return "own" || array(select r."name" from "remotePermission" r where "isOwner" or r."admins");
  end if;
  return array(
    select p."name" from (
      select n."name", '=' || n."name" as "scope", n."name" = any ("own") as "isOwn",
        jsonb_build_object(split_part(n."name", ':', 1), jsonb_build_array(split_part(n."name", ':', 2))) as "grant"
      from unnest("ofOwner") n ("name")
      union all
      select r."name", '=' || (select g."key" || ':' || (g."value" ->> 0) from jsonb_each(r."grant") g),
        "isOwner" or "isAdmin" and r."admins", r."grant"
      from "remotePermission" r) p
    where p."isOwn" or p."scope" = any ("list") or "isGrantedByRow"("list", "inOrganization", array[p."grant"]));
end $$;

create function "grantsOf"("list" text[], "inOrganization" text, "ofOwner" text[], "ofAdmin" text[], "ofMember" text[])
returns text[] language plpgsql stable as $$
begin
  return "permissionsOf"("list", "inOrganization", "ofOwner", "ofAdmin", "ofMember") || array(
    select g."key" || ':' || a."name" from "organizationRole" r, jsonb_each(r."permission"::jsonb) g,
      jsonb_array_elements_text(g."value") a ("name")
    where r."organizationId" = "inOrganization" and r."role" = any ("list") and g."key" like 'mf-%@%' and not exists (
      select from "remotePermission" p where p."grant" = jsonb_build_object(g."key", jsonb_build_array(a."name"))));
end $$;

-- Whether somebody with the roles `own` may give those of `list`: only owners make owners, and
-- nobody else gives more than they have and than `member` grants.
create function "mayGive"("own" text[], "list" text[], "inOrganization" text, "ofOwner" text[], "ofAdmin" text[], "ofMember" text[])
returns boolean language plpgsql stable as $$
begin
  if 'owner' = any ("own") then return true; end if;
  if 'owner' = any ("list") then return false; end if;
  if 'admin' = any ("own") and "list" <@ '{owner,admin,member}' then return true; end if;
  return "grantsOf"("list", "inOrganization", "ofOwner", "ofAdmin", "ofMember")
    <@ ("permissionsOf"("own", "inOrganization", "ofOwner", "ofAdmin", "ofMember") || "ofMember");
end $$;
