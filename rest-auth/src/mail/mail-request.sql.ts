import { sql } from 'database/sql.ts'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { eventOrigin } from '../security-event.ts'

const client = z.object({ ipAddress: z.string(), userAgent: z.string(), time: z.coerce.date() })
export type Caller = z.infer<typeof client>

const callbackURL = z.string().optional()

/**
 * A request that may lead to an email. It is evaluated after the response, so that timing reveals
 * nothing.
 */
const requestSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('resetPassword'), email: z.string(), redirectTo: z.string().optional() }),
  z.object({ kind: z.literal('verification'), email: z.string(), client, callbackURL }),
  /** Someone signed up with this user's email. */
  z.object({ kind: z.literal('signUpAttempt'), userId: z.string() }),
  z.object({ kind: z.literal('newAddress'), userId: z.string(), client, callbackURL }),
  /** Too many wrong passwords. `userId` is null if no account matches. */
  z.object({ kind: z.literal('wrongPasswords'), userId: z.string().nullable() }),
])
export type MailRequest = z.infer<typeof requestSchema>

export interface MailRequestRow {
  readonly number: string
  readonly request: unknown
  /** The origin of the call, for the log. */
  readonly origin: Record<string, string>
  readonly attempts: number
}

/** Throws for requests of a newer release. */
export const readMailRequest = ({ request }: MailRequestRow): MailRequest => requestSchema.parse(request)

/** Stores the request in the caller's transaction: one identical statement for every account. */
export async function requestMail(tx: Context, request: MailRequest): Promise<void> {
  await tx.db.write`
    insert into "mailRequest" ("request", "origin", "nextAttemptAt")
    values (${sql.json(request)}, ${sql.json({ ...eventOrigin() })}, ${tx.now()})`
}

/** Claims due requests for 10 s. The time doubles with each attempt, up to two hours. */
export async function claimMailRequests(ctx: Context, limit: number): Promise<MailRequestRow[]> {
  return ctx.db.write<MailRequestRow[]>`
    update "mailRequest" set "attempts" = "attempts" + 1,
      "nextAttemptAt" = ${ctx.now()}::timestamptz + make_interval(secs => least(10 * 2 ^ "attempts", 7200))
    where "number" = any(array(
      select "number" from "mailRequest" where "nextAttemptAt" <= ${ctx.now()}
      order by "nextAttemptAt" limit ${limit} for update skip locked))
    returning "number", "request", "origin", "attempts"`
}

/** Returns false if another worker has handled it. */
export async function deleteMailRequest(tx: Context, { number }: MailRequestRow): Promise<boolean> {
  const { count } = await tx.db.write`delete from "mailRequest" where "number" = ${number}`
  return count > 0
}
