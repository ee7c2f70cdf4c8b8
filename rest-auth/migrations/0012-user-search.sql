-- For an administrator's search for a part of a name or email, like that of members.
create index concurrently "user_search_idx" on "user"
  using gin ("member_pairs"('', "email", lower(left("name", 200))));
