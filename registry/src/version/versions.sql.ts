import { firstRow, onlyRow, sql } from 'database/sql.ts'
import type { PublishRequest, VersionDocument } from 'contract/registry.ts'
import type { versionSummary } from 'contract/responses.ts'
import type { z } from 'zod'
import type { RegistryContext } from '../context.ts'

export type Signed = Readonly<Pick<PublishRequest, 'signature' | 'publicKey'>> & { readonly signed: string }

export interface StoredVersion extends Readonly<z.infer<typeof versionSummary>>, Signed {
  readonly name: string
  readonly failing: readonly string[]
}

export function findVersion({ db }: RegistryContext, name: string, version: string): Promise<StoredVersion | null> {
  return firstRow(db.read<StoredVersion[]>`
    select "name", "version", "signed", "signature", "publicKey", "publishedAt", "publishedBy", "unpublishedAt",
      to_jsonb("failing") as "failing"
    from "version" where "name" = ${name} and "version" = ${version}`)
}

export async function listReleased({ db }: RegistryContext): Promise<string[]> {
  const rows = await db.read<{ name: string }[]>`select distinct "name" from "version" order by "name"`
  return rows.map(({ name }) => name)
}

export function listVersions({ db }: RegistryContext, name: string) {
  return db.read<Omit<StoredVersion, 'signed' | 'signature' | 'failing'>[]>`
    select "name", "version", "publicKey", "publishedAt", "publishedBy", "unpublishedAt" from "version"
    where "name" = ${name} order by "publishedAt" desc, "version" desc`
}

export async function insertVersion(
  { db, now }: RegistryContext,
  document: VersionDocument,
  sent: Signed & Pick<StoredVersion, 'publishedBy' | 'failing'>,
): Promise<void> {
  const { name, version } = document
  const at = now()
  await db.write`
    insert into "version" ${sql({ name, version, ...sent, publishedAt: at, lastLiveAt: at, document: sql.json(document) })}`
  const files = Object.entries(document.files)
  await db.write`
    insert into "version_file" ("name", "version", "path", "integrity")
    select ${name}, ${version}, * from unnest(${files.map(([path]) => path)}::text[], ${files.map(([, file]) => file.integrity)}::text[])`
}

/** For a source map, which only this server reads: the document does not name it. */
export async function insertVersionFile(
  { db }: RegistryContext,
  { name, version }: Pick<VersionDocument, 'name' | 'version'>,
  path: string,
  integrity: string,
): Promise<void> {
  await db.write`insert into "version_file" ${sql({ name, version, path, integrity })}`
}

/** Counts content that several versions share once, and includes builds of previews. */
export function measureRemote({ db, now }: RegistryContext, name: string) {
  return onlyRow(db.read<{ versions: number; bytes: number }[]>`
    select (select count(*)::int from "version" where "name" = ${name} and "unpublishedAt" is null) as "versions",
      (select coalesce(sum(octet_length("content")), 0)::float8 from "file"
        where "integrity" in (select "integrity" from "version_file" where "name" = ${name}))
      + (select coalesce(sum(octet_length(f."content")), 0)::float8 from "preview_file" f
        join "preview" p on p."id" = f."preview" where p."name" = ${name} and p."expiresAt" > ${now()}) as "bytes"`)
}

export async function unpublishVersion({ db, now }: RegistryContext, name: string, version: string): Promise<void> {
  await db.write`
    update "version" set "unpublishedAt" = ${now()} where "name" = ${name} and "version" = ${version} and "unpublishedAt" is null`
}

/** For versions that a channel has just left. */
export async function noteLastLive({ db, now }: RegistryContext, name: string, versions: string[]): Promise<void> {
  await db.write`update "version" set "lastLiveAt" = ${now()} where "name" = ${name} and "version" = any(${versions}::text[])`
}
