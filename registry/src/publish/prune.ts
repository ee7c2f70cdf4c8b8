import { onlyRow } from 'database/sql.ts'
import type { Named } from 'remote-tools/check/violation'
import { addToLog } from '../log/log.sql.ts'
import { runChange, type Actor, type RegistryContext } from '../context.ts'

const day = 24 * 60 * 60_000
/** How long a page may stay open after a channel has moved on. */
export const maxPageAge = 30 * day
/** A file is stored shortly before a version or version lock names it. */
const minFileAge = day / 24
const batchSize = 200

const filesLock = 'registry files'

/** Keeps files from being removed until the transaction ends. */
export async function holdFiles({ db }: RegistryContext): Promise<void> {
  await db.write`select pg_advisory_xact_lock_shared(hashtextextended(${filesLock}, 0))`
}

/** Removes what no channel, rollback, preview or open page needs. Version numbers stay taken. */
export async function prune(ctx: RegistryContext, actor: Actor) {
  const cutoff = new Date(ctx.now().getTime() - maxPageAge)
  const pruned: Named[] = []
  const names = await ctx.db.read<{ name: string }[]>`
    select distinct "name" from "version" where "lastLiveAt" < ${cutoff} order by "name"`
  for (const { name } of names) {
    const gone = await runChange(ctx, name, actor, async function pruneRemote(tx) {
      const channels = await tx.db.write<{ channel: string; version: string | null }[]>`
        delete from "channel" where "name" = ${name} and "channel" like 'pr-%' and "movedAt" < ${cutoff}
        returning "channel", "version"`
      for (const { channel, version } of channels)
        await addToLog(tx, actor, { action: 'prune', name, channel, from: version })
      const versions = await deleteOldVersions(tx, name, cutoff)
      for (const { version } of versions) await addToLog(tx, actor, { action: 'prune', name, from: version })
      await tx.db.write`
        delete from "version_file" f using "version" v
        where f."name" = ${name} and v."name" = f."name" and v."version" = f."version" and v."unpublishedAt" < ${cutoff}`
      return versions
    })
    pruned.push(...gone)
  }
  // Keeps the latest version locks, because the live one may be older than `cutoff`.
  await ctx.db.write`
    delete from "lock_file" where "usedAt" < ${cutoff}
      and "integrity" not in (select "integrity" from "lock_file" order by "usedAt" desc limit 10)`
  const unnamedSince = new Date(ctx.now().getTime() - minFileAge)
  let [files, bytes] = [0, 0]
  for (let last = batchSize; last === batchSize;) {
    const gone = await ctx.database.begin((db) => deleteUnnamedFiles({ ...ctx, db }, unnamedSince))
    files += gone.files
    bytes += gone.bytes
    last = gone.files
  }
  return { versions: pruned, files, bytes }
}

// Keeps unpublished versions, and those that a channel, a rollback, a preview or a page since
// `cutoff` needs. Keeps the last shell with each kit in use, which teams install (`/sdk/`).
function deleteOldVersions({ db, now }: RegistryContext, name: string, cutoff: Date): Promise<Named[]> {
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

/** Keeps files stored since `cutoff`, which a publish may be about to name. Publishes wait. */
export async function deleteUnnamedFiles({ db }: RegistryContext, cutoff: Date) {
  await db.write`select pg_advisory_xact_lock(hashtextextended(${filesLock}, 0))`
  return onlyRow(db.write<{ files: number; bytes: number }[]>`
    with "gone" as (
      delete from "file" where "integrity" in (
        select "integrity" from "file" f where "storedAt" < ${cutoff}
          and not exists (select from "version_file" v where v."integrity" = f."integrity")
          and not exists (select from "lock_file" l where l."integrity" = f."integrity")
        limit ${batchSize})
      returning octet_length("content") + coalesce(octet_length("brotli"), 0) + coalesce(octet_length("gzip"), 0) as "bytes")
    select count(*)::int as "files", coalesce(sum("bytes"), 0)::float8 as "bytes" from "gone"`)
}
