-- Every sign-in asks whether there are any: while some passwords are hashed as better-auth did, a check takes as long for everybody.
create index "account_adopted_password" on "account" ("id") where "password" ~ '^[0-9a-f]{32}:[0-9a-f]{128}$';
