import type { Named } from 'remote-tools/check/violation'
import { hasRow, onlyRow } from 'database/sql.ts'
import type { RegistryContext } from '../context.ts'

export async function listPrunable({ db }: RegistryContext, cutoff: Date): Promise<string[]> {
  const rows = await db.read<{ name: string }[]>`
    select distinct "name" from "version" where "lastLiveAt" < ${cutoff} order by "name"`
  return rows.map(({ name }) => name)
}

export function deleteOldChannels({ db }: RegistryContext, name: string, cutoff: Date) {
  return db.write<{ channel: string; version: string | null }[]>`
    delete from "channel" where "name" = ${name} and "channel" like 'pr-%' and "movedAt" < ${cutoff}
    returning "channel", "version"`
}

// Keeps unpublished versions, and those that a channel, a rollback, a preview or a page since
// `cutoff` needs. Keeps the last shell with each kit in use, which teams install (`/sdk/`).
export function deleteOldVersions({ db, now }: RegistryContext, name: string, cutoff: Date): Promise<Named[]> {
  return db.write<Named[]>`
    with "gone" as (
      delete from "version" v
      where v."name" = ${name} and v."lastLiveAt" < ${cutoff} and v."unpublishedAt" is null
        and not exists (select from "channel" c where c."name" = v."name"
          and (v."version" in (c."version", c."canary") or v."version" = any(c."history")))
        and not exists (select from "preview" p where p."name" = v."name" and p."version" = v."version" and p."expiresAt" > ${now()})
        and not (v."name" = 'shell'
          and exists (select from "channel" c join "version" r on r."name" = c."name" and r."version" in (c."version", c."canary")
            where r."name" <> 'shell' and r."document" ->> 'kit' = v."document" ->> 'kit')
          and not exists (select from "version" n where n."name" = 'shell' and n."unpublishedAt" is null
            and n."document" ->> 'kit' = v."document" ->> 'kit' and n."publishedAt" > v."publishedAt"))
      returning v."name", v."version"
    ), "kept" as (insert into "pruned" ("name", "version") select "name", "version" from "gone" on conflict do nothing)
    select "name", "version" from "gone" order by "version"`
}

export async function deleteFilesOfUnpublished({ db }: RegistryContext, name: string, cutoff: Date): Promise<void> {
  await db.write`
    delete from "version_file" f using "version" v
    where f."name" = ${name} and v."name" = f."name" and v."version" = f."version" and v."unpublishedAt" < ${cutoff}`
}

export function isPruned({ db }: RegistryContext, name: string, version: string): Promise<boolean> {
  return hasRow(db.read`select 1 from "pruned" where "name" = ${name} and "version" = ${version}`)
}

const filesLock = 'registry files'

export async function holdFiles({ db }: RegistryContext): Promise<void> {
  await db.write`select pg_advisory_xact_lock_shared(hashtextextended(${filesLock}, 0))`
}

/** Keeps the latest version locks, because the live one may be older than `cutoff`. */
export async function deleteOldLockFiles({ db }: RegistryContext, cutoff: Date): Promise<void> {
  await db.write`
    delete from "lock_file" where "usedAt" < ${cutoff}
      and "integrity" not in (select "integrity" from "lock_file" order by "usedAt" desc limit 10)`
}

/** Keeps files stored since `cutoff`, which a publish may be about to name. Publishes wait. */
export async function deleteUnnamedFiles({ db }: RegistryContext, { cutoff, limit }: { cutoff: Date; limit: number }) {
  await db.write`select pg_advisory_xact_lock(hashtextextended(${filesLock}, 0))`
  return onlyRow(db.write<{ files: number; bytes: number }[]>`
    with "gone" as (
      delete from "file" where "integrity" in (
        select "integrity" from "file" f where "storedAt" < ${cutoff}
          and not exists (select from "version_file" v where v."integrity" = f."integrity")
          and not exists (select from "lock_file" l where l."integrity" = f."integrity")
        limit ${limit})
      returning octet_length("content") + coalesce(octet_length("brotli"), 0) + coalesce(octet_length("gzip"), 0) as "bytes")
    select count(*)::int as "files", coalesce(sum("bytes"), 0)::float8 as "bytes" from "gone"`)
}
