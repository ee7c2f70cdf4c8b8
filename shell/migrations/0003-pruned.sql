-- Versions that were removed, because nothing needed them any more. Browsers and caches may still have their files: no other content is
-- ever published under their names.
create table "pruned" (
  "name" text not null,
  "version" text not null,
  primary key ("name", "version")
);
