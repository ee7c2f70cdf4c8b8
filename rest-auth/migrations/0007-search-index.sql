create index concurrently "member_search_key_idx" on "member"
  using gin ("member_pairs"("organizationId", ' ' || "search_key"("userName"), ' ' || "search_key"("userEmail")));
