import { firstRow, fixed, hasRow, onlyRow, sql } from 'database/sql.ts'
import { hasRole } from '../organization/member/member-conditions.sql.ts'
import { columns } from '../columns.sql.ts'
import { later, type Context } from '../context.ts'
import { userSchema, type User } from '../user/user.ts'
import type { Webhook } from './webhook-schema.ts'

/** An organization, or null: the installation. */
export type Place = string | null

const fields = fixed(`w."id", w."organizationId", w."url", array_to_json(w."events") as "events", w."createdAt",
  w."updatedAt", w."disabledAt", w."disabledBy", w."deliveredAt", w."failedAt"`)

const inPlace = (place: Place) => sql`w."organizationId" is not distinct from ${place}::text`

export function findWebhooks({ db }: Context, place: Place): Promise<Webhook[]> {
  const condition = place === null ? sql`w."organizationId" is null` : sql`w."organizationId" = ${place}`
  return db.read`select ${fields} from "webhook" w where ${condition} order by w."createdAt", w."id"`
}

export function findWebhook({ db }: Context, place: Place, id: string): Promise<Webhook | null> {
  return firstRow(db.read`select ${fields} from "webhook" w where w."id" = ${id} and ${inPlace(place)}`)
}

interface NewWebhook extends Pick<Webhook, 'id' | 'organizationId' | 'url' | 'events'> {
  readonly secret: string
}

/** It gets what is written to the journal from now on. Needs the lock of the organization. */
export function insertWebhook({ db, now }: Context, webhook: NewWebhook): Promise<Webhook> {
  const { id, organizationId, url, events, secret } = webhook
  return onlyRow(db.write`
    insert into "webhook" as w ("id", "organizationId", "url", "events", "secret", "createdAt", "leasedUntil", "readPosition", "readUntil")
    values (${id}, ${organizationId}, ${url}, ${events && [...events]}::text[], ${secret}, ${now()}, ${now()},
      (select o."journalPosition" from "organization" o where o."id" = ${organizationId}),
      case when ${organizationId}::text is null then ${now()}::timestamptz end)
    returning ${fields}`)
}

type Changes = Pick<Webhook, 'url' | 'events' | 'disabledAt' | 'disabledBy'>

export function updateWebhook({ db, now }: Context, id: string, changes: Changes): Promise<Webhook> {
  const { url, events, disabledAt, disabledBy } = changes
  return onlyRow(db.write`
    update "webhook" w set "url" = ${url}, "events" = ${events && [...events]}::text[], "disabledAt" = ${disabledAt},
      "disabledBy" = ${disabledBy}, "updatedAt" = ${now()}
    where w."id" = ${id} returning ${fields}`)
}

export async function replaceSecret({ db, now }: Context, id: string, secret: string): Promise<void> {
  await db.write`update "webhook" set "secret" = ${secret}, "updatedAt" = ${now()} where "id" = ${id}`
}

export async function deleteWebhook({ db }: Context, id: string): Promise<void> {
  await db.write`delete from "webhook" where "id" = ${id}`
}

interface LostDelivery extends Pick<Webhook, 'id' | 'url' | 'createdAt'> {}

/** False if something was delivered since, or if it was changed meanwhile. Needs the lock of the organization. */
export function disableFailing({ db, now }: Context, { id, url, createdAt }: LostDelivery): Promise<boolean> {
  return hasRow(db.write`
    update "webhook" set "disabledAt" = ${now()}, "disabledBy" = 'system'
    where "id" = ${id} and "url" = ${url} and "disabledAt" is null
      and ("deliveredAt" is null or "deliveredAt" < ${createdAt}) returning 1`)
}

/** The owners of the organization, at most a hundred, or the administrators. */
export function findManagers({ db }: Context, place: Place): Promise<(User & { placeName: string; slug: string })[]> {
  const user = columns(userSchema, 'u')
  return place === null
    ? db.read`
        select ${user}, '' as "placeName", '' as "slug" from "user" u where u."role" = 'admin' order by u."id" limit 100`
    : db.read`
        select ${user}, o."name" as "placeName", o."slug" from "organization" o
          join "member" m on m."organizationId" = o."id" join "user" u on u."id" = m."userId"
        where o."id" = ${place} and ${fixed(hasRole('m', 'owner'))} order by u."id" limit 100`
}

export interface Claimed {
  readonly id: string
  readonly organizationId: Place
  readonly leasedUntil: Date
}

/**
 * Those with something to send, fast receivers first. No other process claims them for `lease`
 * seconds. `since` limits the search to organizations with an entry after that time.
 */
export function claimWebhooks(
  ctx: Context,
  { limit, lease, since }: { limit: number; lease: number; since: Date | null },
): Promise<Claimed[]> {
  const { db, now } = ctx
  const isBehind = fixed(`exists (
    select from "organization" o where o."id" = w."organizationId" and o."journalPosition" > w."readPosition")`)
  const hasNews =
    since === null
      ? isBehind
      : sql`(w."organizationId" in (select j."organizationId" from "journal" j where j."at" > ${since}) and ${isBehind})`
  return db.write`
    update "webhook" set "leasedUntil" = ${later(ctx, lease)} where "id" in (
      select w."id" from "webhook" w
      where w."disabledAt" is null and w."leasedUntil" <= ${now()}
        and (w."organizationId" is null or ${hasNews} or exists (
          select from "webhookDelivery" d where d."webhookId" = w."id" and d."nextAttemptAt" <= ${now()}))
      order by w."isSlow", w."leasedUntil" limit ${limit} for update of w skip locked)
    returning "id", "organizationId", "leasedUntil"`
}

/** Those of the installation look at the journal again after `pause` seconds. */
export async function releaseWebhook(ctx: Context, claimed: Claimed, pause: number): Promise<void> {
  const { id, organizationId, leasedUntil } = claimed
  await ctx.db.write`
    update "webhook" set "leasedUntil" = ${organizationId === null ? later(ctx, pause) : ctx.now()}
    where "id" = ${id} and "leasedUntil" = ${leasedUntil}`
}
