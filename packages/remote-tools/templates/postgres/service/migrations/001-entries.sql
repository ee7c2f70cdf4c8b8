create table entry (
  id bigint generated always as identity primary key,
  organization_id text not null,
  text text not null check (length(text) between 1 and 200),
  created_by text not null,
  created_at timestamptz not null default now()
);
create index entry_of_organization on entry (organization_id, id);
