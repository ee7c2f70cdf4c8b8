-- A text as searches compare it: without case and accents, and with its words apart. The built-in
-- `normalize` needs no extension, as `unaccent` would. 2.0.0 uses the index
-- "member_search" instead, which the release after this one can drop.
create function "search_key"("text" text) returns text
language sql immutable parallel safe as $$
  select translate(
    replace(lower(regexp_replace(normalize("text", NFD), '[\u0300-\u036f]', '', 'g')), 'ß', 'ss'),
    'ıłøđ.@+-''’', 'ilod      ')
$$;

-- It takes 0.1 ms. With a low cost, PostgreSQL calls it for all rows instead of using the index.
alter function "member_pairs"(text, text[]) cost 5000;
