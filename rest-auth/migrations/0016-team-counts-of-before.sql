-- Whoever changes memberships waits meanwhile: what they add would be counted twice, or never. 100,000 teams take about a second.
lock table "member" in share row exclusive mode;
update "team" t set "memberCount" = c."count"
  from (select "teamId", count(*) from "member" where "teamId" is not null group by "teamId") c where t."id" = c."teamId";
