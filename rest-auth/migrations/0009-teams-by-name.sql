-- Members of one team in the order of their names or addresses, as those of an organization have it since 0008.
create index on "member" ("teamId", "userName", "id") where "teamId" is not null;
create index on "member" ("teamId", "userEmail", "id") where "teamId" is not null;
