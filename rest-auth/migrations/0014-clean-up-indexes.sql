create index concurrently "device_seenAt_idx" on "device" ("seenAt");
create index concurrently "invitation_expiresAt_idx" on "invitation" ("expiresAt");
