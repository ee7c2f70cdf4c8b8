-- Whether whoever made the account has proved that its address is theirs: a confirmed address alone may have been confirmed by its
-- owner for an account that somebody else made. Accounts confirmed until now count as proved.
alter table "user" add column "proved" boolean not null default false;
update "user" set "proved" = "emailVerified";
