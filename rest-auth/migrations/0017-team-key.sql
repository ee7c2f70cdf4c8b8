-- The next file refers to both, so that a team of another organization is impossible.
create unique index concurrently "team_id_organizationId_idx" on "team" ("id", "organizationId");
