import { sql, type Fragment } from 'database/sql.ts'
import { z } from 'zod'
import { columns } from '../columns.sql.ts'
import type { Context } from '../context.ts'
import { encrypt } from '../crypto/encryption.ts'
import { takeFrom } from './budget.sql.ts'
import { accountBudget, addressBudget, isNotice, isPlain } from './budget.ts'
import type { MailTemplate } from './templates/mail-texts.ts'

/** A row of the outbox. Its data holds secret links, so it is deleted once sent or expired, and sealed if dead. */
export const mailSchema = z.object({
  id: z.string(),
  to: z.string(),
  template: z.string(),
  data: z.record(z.string(), z.string()),
  language: z.string(),
  createdAt: z.date(),
  /** When its link ends, after which it is not sent any more; null when it says the same for ever. */
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
  /** The account that it belongs to; null where the address is not yet that of one. */
  userId: string | null
}

export const fields = columns(mailSchema, 'm')

/**
 * The parts of a `with` that queue an email within its budgets (decision 012); `"mail_queued"` then has a row. An account
 * uses its own budget and, for an unproved address, the address's. A notice over budget replaces the one that waits.
 */
export function mailQueue(ctx: Context, mail: NewMailRow, from = sql``): Fragment {
  const { userId, to, template } = mail
  const ofAddress = addressBudget(ctx, mail)
  const own = userId === null ? ofAddress : accountBudget(ctx, template, userId)
  const mayWait = isNotice(template)
  const later = new Date(ctx.now().getTime() + own.every * 1000)
  return sql`
    "mail_wanted" as materialized (select ${from}),
    "mail_proved" as materialized (select 1 from "user" where "id" = ${userId} and "email" = ${to} and "proved"),
    "mail_own" as (${takeFrom(ctx, own, sql`from "mail_wanted"`)}),
    "mail_address" as (${takeFrom(ctx, ofAddress, sql`from "mail_own" where ${userId !== null}::boolean and not exists (select from "mail_proved")`)}),
    "mail_now" as materialized (
      select from "mail_own" where ${userId === null}::boolean or exists (select from "mail_proved") or exists (select from "mail_address")),
    "mail_queued" as (
      insert into "mail" ("id", "to", "template", "data", "language", "expiresAt", "createdAt", "nextAttemptAt", "mergeKey")
      select ${mail.id}::text, ${to}::text, ${template}::text, ${sql.json(mail.data)}::jsonb, ${mail.language}::text,
        ${mail.expiresAt}::timestamptz, ${ctx.now()}::timestamptz,
        case when exists (select from "mail_now") then ${ctx.now()}::timestamptz else ${later}::timestamptz end,
        case when not exists (select from "mail_now") then ${`${template} to ${to}`}::text end
      from "mail_wanted" where exists (select from "mail_now")
        or ${mayWait}::boolean and (${isPlain(to)}::boolean or exists (select from "mail_proved"))
      on conflict ("mergeKey") where "mergeKey" is not null and "sentAt" is null and "deadAt" is null
      do update set "data" = excluded."data", "language" = excluded."language", "createdAt" = excluded."createdAt"
      returning 1)`
}

/** Puts an email into the outbox; false when a budget is used up. */
export async function insertMail(ctx: Context, mail: NewMailRow): Promise<boolean> {
  const queued = await ctx.db.write`with ${mailQueue(ctx, mail)} select from "mail_queued"`
  return queued.length > 0
}

const putOff = 2 // seconds
const putOffAtMost = 200

interface Claim {
  limit: number
  /** Nobody else gets them for so many seconds. */
  lease: number
  /** Mails to these are put off instead, so that those behind them come up. */
  fullDomains: string[]
}

export type ClaimedMail = MailRow & { isPutOff: boolean }

/** Claims due emails, longest waiting first. Each claim counts as an attempt; expired ones become dead (`deadAt`). */
export async function claimMails(ctx: Context, { limit, lease, fullDomains }: Claim): Promise<ClaimedMail[]> {
  const after = (seconds: number) => new Date(ctx.now().getTime() + seconds * 1000)
  return ctx.db.write<ClaimedMail[]>`
    with "seen" as materialized (
      select "id" as "seenId", "nextAttemptAt" as "since", split_part("to", '@', 2) = any(${fullDomains}) as "isPutOff",
        coalesce("expiresAt" <= ${ctx.now()}, false) as "isOver"
      from "mail" where "sentAt" is null and "deadAt" is null and "nextAttemptAt" <= ${ctx.now()}
      order by "nextAttemptAt" limit ${fullDomains.length > 0 ? putOffAtMost : limit} for update skip locked),
    "due" as (select *, row_number() over (partition by "isPutOff" order by "since") as "place" from "seen")
    update "mail" m set
      "mergeKey" = case when "isPutOff" then "mergeKey" end,
      "attempts" = "attempts" + case when "isPutOff" or "isOver" then 0 else 1 end,
      "nextAttemptAt" = case when "isPutOff" then ${after(putOff)}::timestamptz else ${after(lease)}::timestamptz end,
      "deadAt" = case when "isOver" then ${ctx.now()}::timestamptz end,
      "data" = case when "isOver" then '{}' else "data" end
    from "due" where m."id" = "seenId" and ("isPutOff" or "place" <= ${limit})
    returning ${fields}, "isPutOff"`
}

/** Keeps mails that are on their way from becoming due for as many seconds again. */
export async function renewLeases(ctx: Context, ids: string[], lease: number): Promise<void> {
  const until = new Date(ctx.now().getTime() + lease * 1000)
  await ctx.db.write`
    update "mail" set "nextAttemptAt" = ${until} where "id" = any(${ids}) and "sentAt" is null and "deadAt" is null`
}

/** The links in a mail are secrets, so they do not outlive it. */
export async function markSent(ctx: Context, { id }: MailRow): Promise<void> {
  await ctx.db.write`update "mail" set "sentAt" = ${ctx.now()}, "data" = '{}', "lastError" = null where "id" = ${id}`
}

export async function markFailed(ctx: Context, { id }: MailRow, error: string, nextAttemptAt: Date): Promise<void> {
  await ctx.db.write`update "mail" set "lastError" = ${error}, "nextAttemptAt" = ${nextAttemptAt} where "id" = ${id}`
}

/** Gives a mail up. What it says is kept for `reviveMail`, but whoever reads the table cannot follow its links. */
export async function markDead(ctx: Context, mail: MailRow, error: string): Promise<void> {
  const sealed = encrypt(ctx.config.secrets, sealOf(mail), JSON.stringify(mail.data))
  await ctx.db.write`
    update "mail" set "lastError" = ${error}, "deadAt" = ${ctx.now()}, "data" = ${sql.json({ sealed })} where "id" = ${mail.id}`
}

export const sealOf = ({ id }: Pick<MailRow, 'id'>): string => `mail ${id}`

interface OutboxState {
  waiting: number
  /** Seconds. */
  overdue: number
  dead: number
  requested: number
}

/** How many rows there are, counted to 100,000, and since when the one that waits longest is due. */
export async function readOutbox(ctx: Context): Promise<OutboxState> {
  const [row] = await ctx.db.read<OutboxState[]>`
    select
      (select count(*) from (select from "mail" where "sentAt" is null and "deadAt" is null limit 100000) m)::int as "waiting",
      (select count(*) from (select from "mail" where "deadAt" is not null limit 100000) m)::int as "dead",
      (select count(*) from (select from "mailRequest" limit 100000) r)::int as "requested",
      coalesce((select greatest(0, extract(epoch from ${ctx.now()}::timestamptz - min("nextAttemptAt"))) from "mail"
        where "sentAt" is null and "deadAt" is null), 0)::float8 as "overdue"`
  if (!row) throw new Error('PostgreSQL counted nothing')
  return row
}

export async function findNewestMails(ctx: Context, to: string | undefined): Promise<MailRow[]> {
  return ctx.db.read<MailRow[]>`
    select ${fields} from "mail" m where ${to === undefined ? sql`true` : sql`"to" = ${to}`}
    order by "number" desc limit 50`
}
