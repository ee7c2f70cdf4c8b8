-- The order of an administrator's list of organizations. In byte order, so that prefixes are found.
create index concurrently "organization_name_idx" on "organization" (lower(left("name", 200)) collate "C", "id");
