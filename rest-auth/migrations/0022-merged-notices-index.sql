create unique index concurrently "mail_mergeKey_idx" on "mail" ("mergeKey") where "mergeKey" is not null and "sentAt" is null and "deadAt" is null;
