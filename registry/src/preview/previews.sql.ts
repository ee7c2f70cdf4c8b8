import { sql } from 'database/sql.ts'
import type { preview } from 'contract/responses.ts'
import type { z } from 'zod'
import type { RegistryContext } from '../context.ts'

/** Once confirmed, it ends at `expiresAt`. */
export interface Preview extends Readonly<z.infer<typeof preview>> {
  readonly tokenId: string | null
  readonly createdAt: Date
  readonly userId: string | null
}

export const isActive = ({ now }: RegistryContext) => sql`
  p."expiresAt" > ${now()}
  and not exists (select from "version" v where v."name" = p."name" and v."version" = p."version" and v."unpublishedAt" is not null)
  and (p."tokenId" is null or exists (
    select from "token" t where t."id" = p."tokenId" and t."revokedAt" is null and t."expiresAt" > ${now()}))`

export const columns = sql`
  p."id", p."name", p."version", p."tokenId", p."createdBy", p."createdAt", p."expiresAt", p."userId"`
