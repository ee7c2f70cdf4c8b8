-- Files and lines in the sources, such as `src/list.tsx:3`, from the source maps of the version.
alter table "failure" add column "sourceLines" text[] not null default '{}';
