import { sql } from 'database/sql.ts'
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

export const isActive = ({ now }: RegistryContext) => sql`
  p."expiresAt" > ${now()}
  and not exists (select from "version" v where v."name" = p."name" and v."version" = p."version" and v."unpublishedAt" is not null)
  and (p."tokenId" is null or exists (
    select from "token" t where t."id" = p."tokenId" and t."revokedAt" is null and t."expiresAt" > ${now()}))`

export const columns = sql`
  p."id", p."name", p."version", p."tokenId", p."createdBy", p."createdAt", p."expiresAt", p."userId"`
