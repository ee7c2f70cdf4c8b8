-- From when on members reach the organization only with a second factor. Null: it demands none.
alter table "organization" add column "secondFactorRequiredAt" timestamptz;
