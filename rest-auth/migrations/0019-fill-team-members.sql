-- Locks no member. What changes meanwhile is corrected by the next file.
insert into "teamMember" ("teamId", "organizationId", "userId", "memberId", "joinedAt", "userName", "userEmail", "createdAt")
select m."teamId", m."organizationId", m."userId", m."id", m."createdAt", m."userName", m."userEmail", m."createdAt"
from "member" m join "team" t on t."id" = m."teamId" and t."organizationId" = m."organizationId"
on conflict do nothing;
