-- Two facts about an address that are easily confused (decision 034).
comment on column "user"."emailVerified" is
  'Verified: somebody followed a link mailed to the address. Says nothing about who made the account.';
comment on column "user"."proved" is
  'Ownership proved: whoever made the account reads mail at the address. Required for invitations, operators and tokens.';
