import type { Fragment } from 'database/connect.ts'
import { z } from 'zod'
import { columns } from '../columns.sql.ts'
import type { Context } from '../context.ts'
import { takeFrom } from './budget.sql.ts'
import { mailboxBudget } from './budget.ts'

/** A row of the outbox. Its data goes when it is sent or given up, because links in it are secrets. */
const mailSchema = z.object({
  id: z.string(),
  to: z.string(),
  template: z.string(),
  data: z.record(z.string(), z.string()),
  language: z.string(),
  createdAt: z.date(),
  attempts: z.number(),
  nextAttemptAt: z.date(),
  sentAt: z.date().nullable(),
  deadAt: z.date().nullable(),
  lastError: z.string().nullable(),
})
export type MailRow = z.infer<typeof mailSchema>

export type NewMailRow = Pick<MailRow, 'id' | 'to' | 'template' | 'data' | 'language'>

const fields = columns(mailSchema, 'm')

/**
 * The parts of a `with` that put a mail into the outbox, while the mailbox gets any of that kind: `"mail_queued"` has a row then.
 * `from` (`from … where …`) may make it depend on other rows.
 */
export function mailQueue(ctx: Context, mail: NewMailRow, from = ctx.sql``): Fragment {
  return ctx.sql`
    "mail_budget" as (${takeFrom(ctx, mailboxBudget(ctx, mail), from)}),
    "mail_queued" as (
      insert into "mail" ("id", "to", "template", "data", "language", "createdAt", "nextAttemptAt")
      select ${mail.id}::text, ${mail.to}::text, ${mail.template}::text, ${ctx.sql.json(mail.data)}::jsonb,
        ${mail.language}::text, ${ctx.now()}::timestamptz, ${ctx.now()}::timestamptz from "mail_budget" returning 1)`
}

/** Puts a mail into the outbox; false when the mailbox has had too many of that kind. */
export async function insertMail(ctx: Context, mail: NewMailRow): Promise<boolean> {
  const queued = await ctx.sql`with ${mailQueue(ctx, mail)} select from "mail_queued"`
  return queued.length > 0
}

/**
 * Takes mails that are due, for `lease` seconds: no other worker gets them meanwhile, and if this one dies they become due
 * again. Each taking counts as an attempt.
 */
export async function claimMails(ctx: Context, limit: number, lease: number): Promise<MailRow[]> {
  const until = new Date(ctx.now().getTime() + lease * 1000)
  return ctx.sql<MailRow[]>`
    update "mail" m set "attempts" = "attempts" + 1, "nextAttemptAt" = ${until}
    where "id" = any(array(
      select "id" from "mail" where "sentAt" is null and "deadAt" is null and "nextAttemptAt" <= ${ctx.now()}
      order by "number" limit ${limit} for update skip locked))
    returning ${fields(ctx.sql)}`
}

/** The links in a mail are secrets, so they do not outlive it. */
export async function markSent(ctx: Context, id: string): Promise<void> {
  await ctx.sql`update "mail" set "sentAt" = ${ctx.now()}, "data" = '{}', "lastError" = null where "id" = ${id}`
}

/** A mail that is given up loses what it said too; whom it was for, what it was about and why it failed stay. */
export async function markFailed(ctx: Context, id: string, error: string, nextAttemptAt: Date | null): Promise<void> {
  const isDead = nextAttemptAt === null
  await ctx.sql`
    update "mail" set "lastError" = ${error}, "nextAttemptAt" = coalesce(${nextAttemptAt}, "nextAttemptAt"),
      "deadAt" = ${isDead ? ctx.now() : null}, "data" = case when ${isDead} then '{}' else "data" end
    where "id" = ${id}`
}

/** The newest mails, for the outbox page. */
export async function findNewestMails(ctx: Context, to: string | undefined): Promise<MailRow[]> {
  return ctx.sql<MailRow[]>`
    select ${fields(ctx.sql)} from "mail" m where ${to === undefined ? ctx.sql`true` : ctx.sql`"to" = ${to}`}
    order by "number" desc limit 50`
}
