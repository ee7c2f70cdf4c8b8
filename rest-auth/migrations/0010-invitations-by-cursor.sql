-- Pending invitations first, then those that expire last: as keys in one direction, so that a page starts at a comparison of rows.
drop index "invitation_organizationId_expr_expiresAt_id_idx";
create index on "invitation" ("organizationId", ("status" = 'pending'), "expiresAt", "id");
