-- A version from which on no page may go on with an older one of its remote: it reloads as soon as nothing would be lost by that.
alter table "version" add column "reloadRequiredAt" timestamptz;

create trigger "version_reload_required" after update of "reloadRequiredAt" on "version" for each statement execute function "count_revision"();

-- As before, with a third thing that may change of a version, once.
drop trigger "version_is_kept" on "version";
create trigger "version_is_kept" before update on "version" for each row
  when (to_jsonb(old) - '{withdrawnAt,lastLiveAt,reloadRequiredAt}'::text[] <> to_jsonb(new) - '{withdrawnAt,lastLiveAt,reloadRequiredAt}'::text[] or
    old."withdrawnAt" is distinct from new."withdrawnAt" and old."withdrawnAt" is not null or
    old."reloadRequiredAt" is distinct from new."reloadRequiredAt" and old."reloadRequiredAt" is not null)
  execute function "refuse_rewriting"();
