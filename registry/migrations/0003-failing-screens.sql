-- Sentences about screens that failed when the team's machine drew them.
alter table "version" add column "failing" text[] not null default '{}';

-- Shows what a channel had before and after: "1.0.1, and 1.1.0 for 10 % → 1.1.0 for everyone".
alter table "log" add column "change" text;
