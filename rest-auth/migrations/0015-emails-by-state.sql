-- For the lists of emails that are not sent, newest first.
create index concurrently "mail_state_idx" on "mail"
  ((case when "deadAt" is null then 'waiting' when "expiresAt" <= "deadAt" then 'expired' else 'dead' end), "number")
  where "sentAt" is null;
