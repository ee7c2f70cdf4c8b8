-- How many mails of a kind a mailbox still gets and somebody still sends: as with "rateLimit", worth nothing after a crash. "usedUntil" is
-- when a budget is whole again.
create unlogged table "mailBudget" (
  "key" text primary key,
  "usedUntil" timestamptz not null
);
create index on "mailBudget" ("usedUntil");
