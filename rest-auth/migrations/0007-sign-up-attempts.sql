-- What somebody gave who signed up with an address that has an account already, where no call may tell that it has one
-- (EMAIL_VERIFICATION_REQUIRED): as if the account had been made, the username is taken and the password one "not verified yet".
create table "signUpAttempt" (
  "userId" text not null references "user" ("id") on delete cascade,
  "username" text,
  "proofs" text[] not null,
  "createdAt" timestamptz not null
);
create index on "signUpAttempt" ("userId");
create index on "signUpAttempt" ("username") where "username" is not null;
create index on "signUpAttempt" using gin ("proofs");
