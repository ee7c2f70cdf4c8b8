create index concurrently "user_role_idx" on "user" ("id") where "role" = 'admin';
create index concurrently "user_banExpires_idx" on "user" ("banExpires") where "banned";
create index concurrently "session_impersonatedBy_idx" on "session" ("impersonatedBy") where "impersonatedBy" is not null;
