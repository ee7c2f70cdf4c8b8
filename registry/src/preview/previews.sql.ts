import { firstRow, onlyRow, sql } from 'database/sql.ts'
import type { RegistryContext } from '../context.ts'
import type { StoredVersion } from '../version/versions.sql.ts'

export interface Preview {
  readonly id: string
  readonly name: string
  readonly version: string | null // null for the latest build of `npx remote dev`
  readonly tokenId: string | null
  readonly createdBy: string
  readonly createdAt: Date
  readonly expiresAt: Date // the deadline for confirming it, then the end of the preview
  readonly userId: string | null
}

export type Signed = Pick<StoredVersion, 'signed' | 'signature' | 'publicKey'>

export type RunningPreview = Preview & { readonly builds: number } & (Signed | Record<keyof Signed, null>)

export async function insertPreview({ db }: RegistryContext, preview: Preview): Promise<void> {
  await db.write`insert into "preview" ${sql({ ...preview })}`
}

export const isActive = ({ now }: RegistryContext) => sql`
  p."expiresAt" > ${now()}
  and not exists (select from "version" v where v."name" = p."name" and v."version" = p."version" and v."unpublishedAt" is not null)
  and (p."tokenId" is null or exists (
    select from "token" t where t."id" = p."tokenId" and t."revokedAt" is null and t."expiresAt" > ${now()}))`

const columns = sql`
  p."id", p."name", p."version", p."tokenId", p."createdBy", p."createdAt", p."expiresAt", p."userId"`

export function findPreview(ctx: RegistryContext, id: string): Promise<Preview | null> {
  return firstRow(ctx.db.read<Preview[]>`
    select ${columns} from "preview" p where p."id" = ${id} and ${isActive(ctx)}`)
}

/** Returns null if the preview was already confirmed or has ended. */
export function takePreview(
  ctx: RegistryContext,
  id: string,
  taken: { userId: string; browser: Uint8Array; expiresAt: Date },
): Promise<Preview | null> {
  return firstRow(ctx.db.write<Preview[]>`
    update "preview" p set ${sql({ ...taken })} where p."id" = ${id} and p."userId" is null and ${isActive(ctx)}
    returning ${columns}`)
}

/** Moves the user's previews to a new cookie, and ends another preview of the same remote. */
export async function moveToBrowser(
  { db }: RegistryContext,
  { id, name, userId }: Preview,
  from: Uint8Array,
  to: Uint8Array,
): Promise<void> {
  await db.write`delete from "preview" where "browser" = ${from} and "userId" = ${userId} and "name" = ${name} and "id" <> ${id}`
  await db.write`update "preview" set "browser" = ${to} where "browser" = ${from} and "userId" = ${userId}`
}

/** Includes previews of other users of the browser. */
export function findRunningPreviews(ctx: RegistryContext, browser: Uint8Array): Promise<RunningPreview[]> {
  return ctx.db.read<RunningPreview[]>`
    select ${columns}, p."builds", coalesce(p."signed", v."signed") as "signed",
      coalesce(p."signature", v."signature") as "signature", coalesce(p."publicKey", v."publicKey") as "publicKey" from "preview" p
    left join "version" v on v."name" = p."name" and v."version" = p."version"
    where p."browser" = ${browser} and ${isActive(ctx)} order by p."name"`
}

export async function deletePreview({ db }: RegistryContext, id: string): Promise<void> {
  await db.write`delete from "preview" where "id" = ${id}`
}

export async function deletePreviewsOf({ db }: RegistryContext, browser: Uint8Array, id?: string): Promise<void> {
  await db.write`delete from "preview" where "browser" = ${browser} and (${id ?? null}::text is null or "id" = ${id ?? null})`
}

export async function deleteExpiredPreviews({ db, now }: RegistryContext): Promise<void> {
  await db.write`delete from "preview" where "expiresAt" <= ${now()}`
}

export async function countPreviews({ db }: RegistryContext, name: string): Promise<number> {
  const { count } = await onlyRow(db.read<{ count: number }[]>`
    select count(*)::int as "count" from "preview" where "name" = ${name}`)
  return count
}
