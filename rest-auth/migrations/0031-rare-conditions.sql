-- Conditions that most requests never reach. As functions, because PostgreSQL starts every subquery
-- of a statement with each execution, whether or not it is reached.

-- Whether the administrator, by a session of their own, may still act for the user.
create function "mayActFor"("forId" text, "byId" text, "bySession" text, "at" timestamptz) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from "user" u, "user" a join "session" s on s."userId" = a."id"
    where u."id" = "forId" and u."role" <> 'admin' and not exists (select from "operator" o where o."userId" = u."id")
      and a."id" = "byId" and a."role" = 'admin' and (not a."banned" or a."banExpires" <= "at")
      and s."id" = "bySession" and s."expiresAt" >= "at");
end $$;

-- Whether roles that the organization has made grant one of the permissions.
create function "isGrantedByRow"("list" text[], "inOrganization" text, "wanted" jsonb[]) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from "organizationRole" r where r."organizationId" = "inOrganization" and r."role" = any ("list")
      and r."permission"::jsonb @> any ("wanted"));
end $$;

-- All that the roles grant. `own` are the release's permissions, `ownRoles` the roles that have each. A
-- key has its scopes as roles, such as `=team:create`, with the registration of a remote.
create function "permissionsOf"("list" text[], "inOrganization" text, "own" text[], "ownRoles" text[]) returns text[] language plpgsql stable as $$
begin
  return array(
    select p."name" from (
      select o."name", string_to_array(o."roles", ',') as "roles",
        jsonb_build_object(split_part(o."name", ':', 1), jsonb_build_array(split_part(o."name", ':', 2))) as "grant"
      from unnest("own", "ownRoles") o ("name", "roles")
      union all
      select r."name", case when r."admins" then '{owner,admin}'::text[] else '{owner}' end
          || ('=' || (select g."key" || ':' || (g."value" ->> 0) from jsonb_each(r."grant") g)), r."grant"
      from "remotePermission" r) p
    where p."roles" && "list" or not "list" <@ '{owner,admin,member}' and "isGrantedByRow"("list", "inOrganization", array[p."grant"]));
end $$;

-- Also what the roles will grant again once a remote that is unpublished now is released. These
-- names keep the key: `mf-invoices@key:approve`.
create function "grantsOf"("list" text[], "inOrganization" text, "own" text[], "ownRoles" text[]) returns text[] language plpgsql stable as $$
begin
  return "permissionsOf"("list", "inOrganization", "own", "ownRoles") || array(
    select g."key" || ':' || a."name" from "organizationRole" r, jsonb_each(r."permission"::jsonb) g,
      jsonb_array_elements_text(g."value") a ("name")
    where r."organizationId" = "inOrganization" and r."role" = any ("list") and g."key" like 'mf-%@%' and not exists (
      select from "remotePermission" p where p."grant" = jsonb_build_object(g."key", jsonb_build_array(a."name"))));
end $$;
