-- Sums per hour, which a move of the stable channel ends early. Their size does not depend on the
-- number of visitors.
create table "health" (
  "name" text not null,
  "version" text not null,
  "since" timestamptz not null,
  "isProved" boolean not null, -- of users with a proved email; otherwise of networks
  -- A bit for each visitor, chosen by a hash, so that several servers count each once.
  "visitors" bit(2048) not null,
  "failedVisitors" bit(2048) not null,
  "vitals" integer[] not null, -- pages by LCP, then by INP, then by CLS (registry/src/health/vitals.ts)
  primary key ("name", "version", "since", "isProved"),
  foreign key ("name", "version") references "version" on delete cascade
);
create index on "health" ("since");

-- Kinds of failures, at most a hundred of each version.
create table "failure" (
  "name" text not null,
  "version" text not null,
  "id" text not null, -- a hash of phase, route, error and first frame
  "phase" text not null,
  "route" text not null,
  "error" text not null,
  "frames" text[] not null,
  "times" bigint not null,
  "firstAt" timestamptz not null,
  "lastAt" timestamptz not null,
  "toldAt" timestamptz, -- when the owner was told
  primary key ("name", "version", "id"),
  foreign key ("name", "version") references "version" on delete cascade
);
create index on "failure" ("lastAt");
