create index concurrently "user_role_idx" on "user" ("id") where "role" = 'admin';
create index concurrently "user_banExpires_idx" on "user" ("banExpires") where "banned";
