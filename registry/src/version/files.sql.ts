import { firstRow, hasRow, sql } from 'database/sql.ts'
import type { VersionDocument } from 'contract/registry.ts'
import type { RegistryContext } from '../context.ts'

export interface StoredFile {
  readonly integrity: string
  readonly content: Buffer
  readonly brotli: Buffer | null
  readonly gzip: Buffer | null
}

export type NewFile = Pick<StoredFile, 'integrity' | 'content'>

export async function findMissing({ db }: RegistryContext, integrities: readonly string[]): Promise<string[]> {
  const rows = await db.read<{ integrity: string }[]>`
    select "wanted"."integrity" from unnest(${[...new Set(integrities)]}::text[]) as "wanted" ("integrity")
    where not exists (select from "file" f where f."integrity" = "wanted"."integrity")`
  return rows.map(({ integrity }) => integrity)
}

export async function insertFile({ db, now }: RegistryContext, file: StoredFile): Promise<void> {
  await db.write`insert into "file" ${sql({ ...file, storedAt: now() })} on conflict ("integrity") do nothing`
}

/** In bytes. Parsing more at once would delay other requests. */
const maxPart = 250_000

export async function findFile({ db }: RegistryContext, integrity: string): Promise<StoredFile | undefined> {
  const [bytes] = await db.read<Record<'content' | 'brotli' | 'gzip', number | null>[]>`
    select octet_length("content") as "content", octet_length("brotli") as "brotli", octet_length("gzip") as "gzip"
    from "file" where "integrity" = ${integrity}`
  const read = async (column: 'content' | 'brotli' | 'gzip'): Promise<Buffer | null> => {
    const length = bytes?.[column]
    if (length == null) return null
    const parts: Buffer[] = []
    for (let start = 0; start < length; start += maxPart) {
      const [row] = await db.read<{ part: Buffer }[]>`
        select substring(${sql(column)} from ${start + 1}::int for ${maxPart}::int) as "part" from "file" where "integrity" = ${integrity}`
      if (!row) return null // deleted meanwhile
      parts.push(row.part)
    }
    return Buffer.concat(parts)
  }
  const content = await read('content')
  return content === null ? undefined : { integrity, content, brotli: await read('brotli'), gzip: await read('gzip') }
}

export async function findLockFile(ctx: RegistryContext, integrity: string): Promise<StoredFile | undefined> {
  const isLock = await hasRow(ctx.db.read`select 1 from "lock_file" where "integrity" = ${integrity}`)
  return isLock ? findFile(ctx, integrity) : undefined
}

/** Records when pages last needed these version locks. */
export async function noteLockFile({ db, now }: RegistryContext, integrities: readonly string[]): Promise<void> {
  await db.write`
    insert into "lock_file" ("integrity", "usedAt") select distinct unnest(${[...integrities]}::text[]), ${now()}::timestamptz
    on conflict ("integrity") do update set "usedAt" = greatest("lock_file"."usedAt", excluded."usedAt")`
}

// Finds paths below `assets/` with other content in another version of the shell. Pages request
// them without a version, so a preview could replace code of the live shell.
export async function findOtherShellFiles({ db }: RegistryContext, { files }: VersionDocument): Promise<string[]> {
  const assets = Object.entries(files).filter(([path]) => path.startsWith('assets/'))
  const rows = await db.read<{ path: string }[]>`
    select distinct f."path" from "version_file" f
    join unnest(${assets.map(([path]) => path)}::text[], ${assets.map(([, file]) => file.integrity)}::text[])
      as "own" ("path", "integrity") on "own"."path" = f."path" and "own"."integrity" <> f."integrity"
    where f."name" = 'shell' order by 1`
  return rows.map(({ path }) => path)
}

export async function findShellFile({ db }: RegistryContext, path: string): Promise<string | null> {
  const found = await firstRow(db.read<{ integrity: string }[]>`
    select f."integrity" from "version_file" f join "version" using ("name", "version")
    where f."name" = 'shell' and f."path" = ${path} and "unpublishedAt" is null limit 1`)
  return found && found.integrity
}
