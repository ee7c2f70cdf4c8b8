-- The orders of an administrator's list of users. In byte order, so that prefixes are found.
create index concurrently "user_createdAt_idx" on "user" ("createdAt", "id");
create index concurrently "user_email_idx" on "user" ("email" collate "C", "id");
create index concurrently "user_name_idx" on "user" (lower(left("name", 200)) collate "C", "id");
create index concurrently "user_username_idx" on "user" (coalesce("username", '') collate "C", "id");
