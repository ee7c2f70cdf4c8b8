import { type Fragment, hasRow, onlyRow, sql } from 'database/sql.ts'
import { z } from 'zod'
import { columns } from '../columns.sql.ts'
import { later, type Context } from '../context.ts'
import { encrypt } from '../crypto/encryption.ts'
import { hashToken } from '../crypto/token.ts'
import { takeFrom, type Budget } from './budget.sql.ts'
import { accountBudget, addressBudget, isNotice, isPlain, mailboxOf } from './budget.ts'
import type { MailTemplate } from './templates/mail-data.ts'

/** `data` has secret links: emptied when sent or expired, encrypted when dead-lettered. */
export const mailSchema = z.object({
  id: z.string(),
  to: z.string(),
  template: z.string(),
  data: z.record(z.string(), z.string()),
  language: z.string(),
  createdAt: z.date(),
  expiresAt: z.date().nullable(),
  attempts: z.number(),
  nextAttemptAt: z.date(),
  sentAt: z.date().nullable(),
  deadAt: z.date().nullable(),
  lastError: z.string().nullable(),
})
export type MailRow = z.infer<typeof mailSchema>

export interface NewMailRow extends Pick<MailRow, 'id' | 'to' | 'data' | 'language' | 'expiresAt'> {
  template: MailTemplate
  /** Null if no account has this email yet. */
  userId: string | null
}

export const fields = columns(mailSchema, 'm')

/** While there is such a row, the mailbox gets no notices of unproved accounts. */
export const silenceOf = (email: string): string => `no-notices:${hashToken(mailboxOf(email))}`

/** The CTEs that queue an email within its budgets (decision 012). */
export function mailQueue(ctx: Context, mail: NewMailRow, from = sql``, budget?: Budget): Fragment {
  const { userId, to, template } = mail
  const ofAddress = addressBudget(ctx, mail)
  // Without proved ownership, an account's email also uses the mailbox's budget.
  const own = budget ?? (userId === null ? ofAddress : accountBudget(ctx, template, userId))
  const mayWait = isNotice(template)
  const isNow = sql`exists (select from "mail_now")`
  const isProved = sql`exists (select from "mail_proved")`
  const digest: MailTemplate = 'accountActivity'
  return sql`
    "mail_wanted" as materialized (select ${from}),
    "mail_proved" as materialized (select 1 from "user" where "id" = ${userId} and "email" = ${to} and "proved"),
    "mail_own" as (${takeFrom(ctx, own, sql`from "mail_wanted"`)}),
    "mail_address" as (${takeFrom(ctx, ofAddress, sql`from "mail_own" where ${userId !== null}::boolean and not exists (select from "mail_proved")`)}),
    "mail_now" as materialized (
      select from "mail_own" where ${userId === null}::boolean or exists (select from "mail_proved") or exists (select from "mail_address")),
    "mail_queued" as (
      insert into "mail" ("id", "to", "template", "data", "language", "expiresAt", "createdAt", "nextAttemptAt", "mergeKey")
      select ${mail.id}::text, ${to}::text, case when ${isNow} or ${isProved} then ${template}::text else ${digest}::text end,
        ${sql.json(mail.data)}::jsonb, ${mail.language}::text,
        ${mail.expiresAt}::timestamptz, ${ctx.now()}::timestamptz,
        case when ${isNow} then ${ctx.now()}::timestamptz when ${isProved} then ${later(ctx, own.every)}::timestamptz
          else ${later(ctx, ofAddress.every)}::timestamptz end,
        case when ${isNow} then null when ${isProved} then ${`${template} to ${to}`}::text else ${`notices to ${to}`}::text end
      from "mail_wanted" where (${isNow} or ${mayWait}::boolean and (${isPlain(to)}::boolean or ${isProved}))
        and (${!mayWait}::boolean or ${isProved} or not exists (
          select from "verification" where "identifier" = ${silenceOf(to)} and "expiresAt" > ${ctx.now()}))
      on conflict ("mergeKey") where "mergeKey" is not null and "sentAt" is null and "deadAt" is null
      do update set "data" = excluded."data", "language" = excluded."language", "createdAt" = excluded."createdAt"
      returning 1)`
}

export async function insertEmail(ctx: Context, mail: NewMailRow, budget?: Budget): Promise<boolean> {
  return hasRow(ctx.db.write`with ${mailQueue(ctx, mail, sql``, budget)} select from "mail_queued"`)
}

const deferral = 2 // seconds
const maxDeferred = 200

interface Claim {
  limit: number
  lease: number
  /** Emails to these domains are deferred, so that others can be claimed. */
  fullDomains: string[]
}

export type ClaimedEmail = MailRow & { isDeferred: boolean }

/** A link that could not be emailed in time is replaced by a new one for at most a day. */
const maxResetAge = 86_400

/** Longest waiting first. A claim counts as an attempt. Asks again for the newest link if it expired. */
export async function claimEmails(ctx: Context, { limit, lease, fullDomains }: Claim): Promise<ClaimedEmail[]> {
  return ctx.db.write`
    with "seen" as materialized (
      select "id" as "seenId", "nextAttemptAt" as "since", split_part("to", '@', 2) = any(${fullDomains}) as "isDeferred",
        coalesce("expiresAt" <= ${ctx.now()}, false) as "isOver", "data" as "unsent"
      from "mail" where "sentAt" is null and "deadAt" is null and "nextAttemptAt" <= ${ctx.now()}
      order by "nextAttemptAt" limit ${fullDomains.length > 0 ? maxDeferred : limit} for update skip locked),
    "due" as (select *, row_number() over (partition by "isDeferred" order by "since") as "place" from "seen"),
    "claimed" as (update "mail" m set
      "mergeKey" = case when "isDeferred" then "mergeKey" end,
      "attempts" = "attempts" + case when "isDeferred" or "isOver" then 0 else 1 end,
      "nextAttemptAt" = case when "isDeferred" then ${later(ctx, deferral)}::timestamptz else ${later(ctx, lease)}::timestamptz end,
      "deadAt" = case when "isOver" then ${ctx.now()}::timestamptz end,
      "data" = case when "isOver" then '{}' else "data" end
    from "due" where m."id" = "seenId" and ("isDeferred" or "place" <= ${limit})
    returning ${fields}, m."number", "isDeferred", "isOver", "unsent"),
    "repeated" as (
      insert into "mailRequest" ("request", "origin", "nextAttemptAt")
      select "unsent" - 'name' - 'url' || jsonb_build_object('kind', "template", 'email', "to"), '{}'::jsonb, ${ctx.now()}::timestamptz
      from "claimed" c where "isOver" and "template" = 'resetPassword'
        and ("unsent"->>'askedAt')::timestamptz > ${later(ctx, -maxResetAge)}
        and not exists (
          select from "mail" n where n."createdAt" >= c."createdAt" and n."number" > c."number"
            and n."to" = c."to" and n."template" = c."template"))
    select ${columns(mailSchema, 'c')}, "isDeferred" from "claimed" c`
}

export async function renewLeases(ctx: Context, ids: string[], lease: number): Promise<void> {
  await ctx.db.write`
    update "mail" set "nextAttemptAt" = ${later(ctx, lease)} where "id" = any(${ids}) and "sentAt" is null and "deadAt" is null`
}

/** Also deletes the links, which are secrets, and the last trace of a deleted account. */
export async function markSent(ctx: Context, { id, template }: MailRow): Promise<void> {
  if (template === 'accountDeleted') return void (await ctx.db.write`delete from "mail" where "id" = ${id}`)
  await ctx.db.write`update "mail" set "sentAt" = ${ctx.now()}, "data" = '{}', "lastError" = null where "id" = ${id}`
}

export async function markFailed(ctx: Context, { id }: MailRow, error: string, nextAttemptAt: Date): Promise<void> {
  await ctx.db.write`update "mail" set "lastError" = ${error}, "nextAttemptAt" = ${nextAttemptAt} where "id" = ${id}`
}

/** Readers of the table cannot use the links, but `reviveEmails` can restore them. */
export async function markDead(ctx: Context, mail: MailRow, error: string): Promise<void> {
  const sealed = encrypt(ctx.config.secrets, sealPurpose(mail), JSON.stringify(mail.data))
  await ctx.db.write`
    update "mail" set "lastError" = ${error}, "deadAt" = ${ctx.now()}, "data" = ${sql.json({ sealed })} where "id" = ${mail.id}`
}

export const sealPurpose = ({ id }: Pick<MailRow, 'id'>): string => `mail ${id}`

/** Counts at most 100,000 rows. `overdue` is the age of the oldest due email, in seconds. */
export async function readOutbox(ctx: Context): Promise<Record<'waiting' | 'overdue' | 'dead' | 'requested', number>> {
  return onlyRow(ctx.db.read`
    select
      (select count(*) from (select from "mail" where "sentAt" is null and "deadAt" is null limit 100000) m)::int as "waiting",
      (select count(*) from (select from "mail" where "deadAt" is not null limit 100000) m)::int as "dead",
      (select count(*) from (select from "mailRequest" limit 100000) r)::int as "requested",
      coalesce((select greatest(0, extract(epoch from ${ctx.now()}::timestamptz - min("nextAttemptAt"))) from "mail"
        where "sentAt" is null and "deadAt" is null), 0)::float8 as "overdue"`)
}

export async function findNewestEmails(ctx: Context, to: string | undefined): Promise<MailRow[]> {
  return ctx.db.read`
    select ${fields} from "mail" m where ${to === undefined ? sql`true` : sql`"to" = ${to}`}
    order by "number" desc limit 50`
}
