-- Whose turn it is: what one of all instances does, and when it is due again. Worth nothing after a crash.
create unlogged table "turn" (
  "what" text primary key,
  "nextAt" timestamptz not null
);

-- Attempts whose passwords were forgotten and that took no username.
delete from "signUpAttempt" where "username" is null and "proofs" = '{}';
