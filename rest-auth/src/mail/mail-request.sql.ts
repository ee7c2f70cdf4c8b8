import { hasRow, sql } from 'database/sql.ts'
import { z } from 'zod'
import { later, type Context } from '../context.ts'
import { eventOrigin } from '../journal/journal.ts'

const client = z.object({ ipAddress: z.string(), userAgent: z.string(), time: z.coerce.date() })
export type Caller = z.infer<typeof client>

const callbackURL = z.string().optional()

/** Who asks for an emailed link, and the page to which it leads in the end. */
export interface LinkRequest<Client = Caller> {
  readonly client: Client
  readonly callbackURL?: string | undefined
}

/** Evaluated after the response, so that timing does not reveal whether an email is sent. */
const requestSchema = z.discriminatedUnion('kind', [
  /** `askedAt` is set if it repeats a request whose link expired before its email could be sent. */
  z.object({
    kind: z.literal('resetPassword'),
    email: z.string(),
    redirectTo: z.string().optional(),
    askedAt: z.string().optional(),
  }),
  z.object({ kind: z.literal('verification'), email: z.string(), client, callbackURL }),
  z.object({ kind: z.literal('signUpAttempt'), userId: z.string() }),
  z.object({ kind: z.literal('newAddress'), userId: z.string(), client, callbackURL }),
  /** For members without one, the first of whom comes after the user `after`. */
  z.object({ kind: z.literal('secondFactorRequired'), organizationId: z.string(), after: z.string() }),
  /** Too many wrong passwords. `userId` is null if no account matches. */
  z.object({ kind: z.literal('wrongPasswords'), userId: z.string().nullable() }),
])
export type MailRequest = z.infer<typeof requestSchema>
export type MailRequestOf<Kind extends MailRequest['kind']> = Extract<MailRequest, { kind: Kind }>

export interface MailRequestRow {
  readonly number: string
  readonly request: unknown
  readonly origin: Record<string, string>
  /** That failed. */
  readonly attempts: number
}

/** Throws for requests of a newer release. */
export const readMailRequest = ({ request }: MailRequestRow): MailRequest => requestSchema.parse(request)

/** The same statement for every account, so that timing is equal. */
export async function requestEmail(tx: Context, request: MailRequest): Promise<void> {
  await tx.db.write`
    insert into "mailRequest" ("request", "origin", "nextAttemptAt")
    values (${sql.json(request)}, ${sql.json({ ...eventOrigin() })}, ${tx.now()})`
}

/** With a lease of 10 s. A worker that dies does not count as an attempt. */
export async function claimMailRequests(ctx: Context, limit: number): Promise<MailRequestRow[]> {
  return ctx.db.write`
    update "mailRequest" set "nextAttemptAt" = ${later(ctx, 10)}
    where "number" = any(array(
      select "number" from "mailRequest" where "nextAttemptAt" <= ${ctx.now()}
      order by "nextAttemptAt" limit ${limit} for update skip locked))
    returning "number", "request", "origin", "attempts"`
}

/** The delay is 10 s at first and doubles with each failure, up to two hours. */
export async function postponeMailRequest(ctx: Context, { number, attempts }: MailRequestRow): Promise<void> {
  await ctx.db.write`
    update "mailRequest" set "attempts" = ${attempts + 1}, "nextAttemptAt" = ${later(ctx, Math.min(10 * 2 ** attempts, 7200))}
    where "number" = ${number}`
}

export function deleteMailRequest(tx: Context, { number }: MailRequestRow): Promise<boolean> {
  return hasRow(tx.db.write`delete from "mailRequest" where "number" = ${number}`)
}
