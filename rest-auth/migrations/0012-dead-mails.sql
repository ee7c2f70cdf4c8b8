create index concurrently "mail_deadAt_idx" on "mail" ("deadAt") where "deadAt" is not null;
