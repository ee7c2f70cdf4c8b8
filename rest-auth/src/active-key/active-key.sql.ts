import { firstRow, fixed, hasRow } from 'database/sql.ts'
import type { Context } from '../context.ts'
import { hasFactor } from '../session/second-factor.sql.ts'
import { mayCreateSession, timeNow } from '../session/session-gate.sql.ts'
import type { ActiveKey } from './active-key.ts'

/** A column for queries of `"apiKey" k`: the ids of the organizations in which it acts. */
export const organizationIdsOfKey = `array_to_json(case when k."userId" is null then array[k."organizationId"] else array(
  select m."organizationId" from unnest(k."memberIds") i join "member" m on m."id" = i
  where m."userId" = k."userId" order by m."createdAt", m."id") end) as "organizationIds"`

/** Keeps it from being deleted before the transaction ends. False if it is gone. */
export function lockKey({ db }: Context, id: string): Promise<boolean> {
  return hasRow(db.write`select 1 from "apiKey" where "id" = ${id} and "enabled" for key share`)
}

type FoundKey = ActiveKey & {
  readonly enabled: boolean
  readonly expiresAt: Date | null
  readonly lastUsedAt: Date | null
  readonly isAdmitted: boolean
}

/** By the hash of its text, also a disabled or expired one. */
export function findKeyByHash(ctx: Context, hash: string): Promise<FoundKey | null> {
  return firstRow(ctx.db.read<FoundKey[]>`
    select k."id", k."userId", ${fixed(organizationIdsOfKey)}, array_to_json(k."memberIds") as "memberIds",
      array_to_json(k."scopes") as "scopes", k."enabled", k."expiresAt", k."lastUsedAt",
      k."userId" is null or ${fixed(hasFactor('u'))} as "hasSecondFactor",
      k."userId" is null or ${mayCreateSession} as "isAdmitted"
    from ${timeNow(ctx)}, "apiKey" k left join "user" u on u."id" = k."userId" where k."hash" = ${hash}`)
}

export async function noteKeyUse({ db, now }: Context, id: string): Promise<void> {
  await db.write`update "apiKey" set "lastUsedAt" = ${now()} where "id" = ${id}`
}
