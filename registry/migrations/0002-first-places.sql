-- Remotes whose entries may have an order below 10, before those of all others. Set by operators.
create table "firstPlace" (
  "name" text primary key check ("name" ~ '^mf(-[a-z0-9]+)+$'),
  "grantedAt" timestamptz not null,
  "grantedBy" text not null
);

-- Remotes keep the places that they have.
insert into "firstPlace" ("name", "grantedAt", "grantedBy")
select distinct v."name", now(), 'release 2.1'
from "channel" c join "version" v on v."name" = c."name" and v."version" in (c."version", c."canary")
where v."name" <> 'shell' and c."channel" = 'stable' and v."document" -> 'description' @? '$.**.order ? (@ < 10)';
