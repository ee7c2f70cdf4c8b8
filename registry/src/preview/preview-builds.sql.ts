import { firstRow, sql } from 'database/sql.ts'
import type { RegistryContext } from '../context.ts'
import { isActive, type Signed } from './previews.sql.ts'

export function countBuilds(ctx: RegistryContext, ids: string[]): Promise<{ id: string; builds: number }[]> {
  return ctx.db.read`select p."id", p."builds" from "preview" p where p."id" = any(${ids}::text[]) and ${isActive(ctx)}`
}

export async function saveBuild({ db }: RegistryContext, id: string, signed: Signed): Promise<number> {
  const [found] = await db.write<{ builds: number }[]>`
    update "preview" set ${sql({ ...signed })}, "builds" = "builds" + 1 where "id" = ${id} returning "builds"`
  return found?.builds ?? 0
}

interface BuildFile {
  readonly path: string
  readonly integrity: string
  readonly content: Buffer
}

export async function saveBuildFile(
  { db }: RegistryContext,
  preview: string,
  build: number,
  file: BuildFile,
): Promise<void> {
  await db.write`
    insert into "preview_file" ${sql({ ...file, preview, build })}
    on conflict ("preview", "path") do update set ${sql({ ...file, build })}`
}

/** Marks the paths as part of a build, and deletes files that no build since `oldest` has. */
export async function keepBuildFiles(
  { db }: RegistryContext,
  preview: string,
  { build, paths, oldest }: { build: number; paths: string[]; oldest: number },
): Promise<void> {
  await db.write`
    update "preview_file" set "build" = ${build} where "preview" = ${preview} and "path" = any(${paths}::text[])`
  await db.write`delete from "preview_file" where "preview" = ${preview} and "build" < ${oldest}`
}

export function listBuildFiles({ db }: RegistryContext, preview: string) {
  return db.read<{ path: string; integrity: string; bytes: number }[]>`
    select "path", "integrity", length("content") as "bytes" from "preview_file" where "preview" = ${preview}`
}

export function findBuildFile(
  ctx: RegistryContext,
  { id, browser, path }: { id: string; browser: Uint8Array; path: string },
) {
  return firstRow(ctx.db.read<Pick<BuildFile, 'integrity' | 'content'>[]>`
    select f."integrity", f."content" from "preview_file" f join "preview" p on p."id" = f."preview"
    where p."id" = ${id} and p."browser" = ${browser} and f."path" = ${path} and ${isActive(ctx)}`)
}
