-- What one person has thousands of is read by pages, too: sessions, invitations, and the organizations of which they are an owner.
create index concurrently "session_userId_createdAt_id_idx" on "session" ("userId", "createdAt", "id");
drop index concurrently "session_userId_idx";
create index concurrently "invitation_email_expiresAt_id_idx" on "invitation" ("email", "expiresAt", "id") where "status" = 'pending';
drop index concurrently "invitation_email_idx";
create index concurrently "member_userId_of_owners_idx" on "member" ("userId")
  where 'owner' = any (string_to_array(replace("role", ' ', ''), ','));
-- Whoever leaves an organization has it active in few of their sessions, however many they and the organization have.
create index concurrently "session_activeOrganizationId_userId_idx" on "session" ("activeOrganizationId", "userId")
  where "activeOrganizationId" is not null;
drop index concurrently "session_activeOrganizationId_idx";
