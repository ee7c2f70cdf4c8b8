-- Whether the owner of the address may remove the account with a mailed link: it was made here, and under no address has whoever made it
-- proved anything. Accounts of before cannot be removed so.
alter table "user" add column "disownable" boolean not null default false;
