-- For erasing what was sent to a person.
create index concurrently "mail_to_idx" on "mail" ("to");
create index concurrently "invitation_email_idx" on "invitation" ("email");
