-- Links to an organization lead on after it took another slug. The last five that it had stay its own for as long as it is there: if
-- strangers could take one, links that people have would lead to whatever they make of it.
create table "former_slug" (
  "slug" text primary key,
  "organizationId" text not null references "organization" ("id") on delete cascade,
  -- The order in which they were given up.
  "number" bigint generated always as identity
);
create index on "former_slug" ("organizationId", "number");

-- Before the new slug is in its index: whoever takes over a slug of another organization deletes the row first, too.
create function "take_back_slug"() returns trigger language plpgsql as $$
begin
  delete from "former_slug" where "slug" = new."slug" and "organizationId" = new."id";
  return new;
end $$;
create trigger "take_back_slug" before update of "slug" on "organization" for each row
  when (old."slug" <> new."slug") execute function "take_back_slug"();

-- After it, when an organization that was just giving up this slug has done so: no slug is one's own and another's former one.
create function "keep_former_slug"() returns trigger language plpgsql as $$
begin
  if exists (select from "former_slug" where "slug" = new."slug") then
    raise unique_violation using message = 'The slug leads to another organization.', constraint = 'organization_slug_key';
  end if;
  if tg_op = 'UPDATE' then
    insert into "former_slug" ("slug", "organizationId") values (old."slug", new."id");
    delete from "former_slug" where "organizationId" = new."id" and "number" <= (
      select "number" from "former_slug" where "organizationId" = new."id" order by "number" desc offset 5 limit 1);
  end if;
  return null;
end $$;
create trigger "refuse_former_slug" after insert on "organization" for each row execute function "keep_former_slug"();
create trigger "keep_former_slug" after update of "slug" on "organization" for each row
  when (old."slug" <> new."slug") execute function "keep_former_slug"();
