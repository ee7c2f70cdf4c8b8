create index concurrently "team_organizationId_name_idx"
  on "team" ("organizationId", lower(left("name", 200)) collate "C", "id");
