-- Who moved or was renamed while the file before ran. Until the end of the update, all have one team.
delete from "teamMember" where "id" in (
  select t."id" from "teamMember" t join "member" m
    on m."organizationId" = t."organizationId" and m."userId" = t."userId"
  where m."teamId" is distinct from t."teamId" for no key update of m);
update "teamMember" t set "userName" = m."userName", "userEmail" = m."userEmail"
from (
  select m.* from "teamMember" t join "member" m
    on m."organizationId" = t."organizationId" and m."userId" = t."userId"
  where (m."userName", m."userEmail") is distinct from (t."userName", t."userEmail") for no key update of m) m
where m."organizationId" = t."organizationId" and m."userId" = t."userId";
