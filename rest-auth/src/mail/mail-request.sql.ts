import { sql } from 'database/sql.ts'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { eventOrigin } from '../security-event.ts'

const client = z.object({ ipAddress: z.string(), userAgent: z.string(), time: z.coerce.date() })
export type Caller = z.infer<typeof client>

const callbackURL = z.string().optional()

/** What somebody asked for that may or may not lead to a mail: what it depends on is looked at after the answer. */
const requestSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('resetPassword'), email: z.string(), redirectTo: z.string().optional() }),
  z.object({ kind: z.literal('verification'), email: z.string(), client, callbackURL }),
  /** Somebody signed up with the user's address. */
  z.object({ kind: z.literal('signUpAttempt'), userId: z.string() }),
  z.object({ kind: z.literal('newAddress'), userId: z.string(), client, callbackURL }),
  /** Too many passwords were wrong; `userId` is null where nobody has what was typed. */
  z.object({ kind: z.literal('wrongPasswords'), userId: z.string().nullable() }),
])
export type MailRequest = z.infer<typeof requestSchema>

export interface MailRequestRow {
  readonly number: string
  readonly request: unknown
  /** Whose call it was, for the log. */
  readonly origin: Record<string, string>
  readonly attempts: number
}

/** Throws for what this version does not know. */
export const readMailRequest = ({ request }: MailRequestRow): MailRequest => requestSchema.parse(request)

/** Keeps what was asked for, in the caller's transaction: one statement that is the same whoever it is about. */
export async function requestMail(tx: Context, request: MailRequest): Promise<void> {
  await tx.db.write`
    insert into "mailRequest" ("request", "origin", "nextAttemptAt")
    values (${sql.json(request)}, ${sql.json({ ...eventOrigin() })}, ${tx.now()})`
}

/** Takes requests that are due: nobody else gets them for 10 s, and twice as long after each further time, up to two hours. */
export async function claimMailRequests(ctx: Context, limit: number): Promise<MailRequestRow[]> {
  return ctx.db.write<MailRequestRow[]>`
    update "mailRequest" set "attempts" = "attempts" + 1,
      "nextAttemptAt" = ${ctx.now()}::timestamptz + make_interval(secs => least(10 * 2 ^ "attempts", 7200))
    where "number" = any(array(
      select "number" from "mailRequest" where "nextAttemptAt" <= ${ctx.now()}
      order by "nextAttemptAt" limit ${limit} for update skip locked))
    returning "number", "request", "origin", "attempts"`
}

/** False: another worker has done it. */
export async function deleteMailRequest(tx: Context, { number }: MailRequestRow): Promise<boolean> {
  const { count } = await tx.db.write`delete from "mailRequest" where "number" = ${number}`
  return count > 0
}
