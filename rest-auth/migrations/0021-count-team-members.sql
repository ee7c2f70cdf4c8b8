-- Instead of the first teams of members, which are all teams until here.
drop trigger "count_new_in_team" on "member";
drop trigger "count_gone_from_team" on "member";
drop trigger "count_moved" on "member";
create trigger "count_new" after insert on "teamMember" referencing new table as "changed"
  for each statement execute function "count_team_members"();
create trigger "count_gone" after delete on "teamMember" referencing old table as "changed"
  for each statement execute function "count_team_members"();
