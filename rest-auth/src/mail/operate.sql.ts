import { fixed, onlyRow, sql } from 'database/sql.ts'
import { z } from 'zod'
import { jsonColumns } from '../columns.sql.ts'
import type { Context } from '../context.ts'
import { decrypt } from '../crypto/encryption.ts'
import { record } from '../journal/journal.ts'
import { listColumn, type ListRequest } from '../list/list.sql.ts'
import type { Order } from '../list/order.ts'
import { fields, type MailRow, mailSchema, sealPurpose } from './mail.sql.ts'

/** The expression of the index. */
const unsentState = fixed(
  `(case when "deadAt" is null then 'waiting' when "expiresAt" <= "deadAt" then 'expired' else 'dead' end)`,
)
const state = sql`case when "sentAt" is not null then 'sent' else ${unsentState} end`
/** Releases up to 2.1 kept what the mail server said, which could quote the link. */
const error = fixed(String.raw`regexp_replace("lastError", '\S+://\S+', '…', 'g')`)

export const unsentStates = ['waiting', 'dead', 'expired'] as const
export const mailStates = [...unsentStates, 'sent'] as const
export type MailState = (typeof mailStates)[number]

interface ListedEmail extends Pick<MailRow, 'template' | 'to' | 'attempts' | 'lastError' | 'nextAttemptAt'> {
  number: string
  state: MailState
}

export async function listEmails(ctx: Context, states: readonly MailState[], limit: number): Promise<ListedEmail[]> {
  const rows = await ctx.db.read<ListedEmail[]>`
    select "number", "template", "to", "attempts", ${error} as "lastError", "nextAttemptAt", ${state} as "state"
    from "mail" where ${state} = any(${[...states]}) order by "number" desc limit ${limit}`
  return rows.toReversed()
}

/** Never the content, whose links are secrets. */
export const unsentEmail = z.object({
  number: z.int(),
  to: z.string(),
  template: z.string(),
  createdAt: z.date(),
  attempts: z.int(),
  nextAttemptAt: z.date().describe('While it waits'),
  deadAt: z.date().nullable().describe('When it was given up'),
  lastError: z.string().nullable(),
})
export const emailsOrder: Order = { keys: [{ column: 'm."number"', type: 'bigint' }], descending: true }
const maxCounted = 10_000

interface UnsentEmails extends Pick<ListRequest, 'cursor'> {
  readonly state: (typeof unsentStates)[number]
  readonly limit?: number | undefined
}

/** For `sendList`. */
export async function findUnsentEmails({ db }: Context, { state: wanted, limit = 50, cursor }: UnsentEmails) {
  const found = sql`(
    select "number", "to", "template", "createdAt", "attempts", "nextAttemptAt", "deadAt", ${error} as "lastError"
    from "mail" where "sentAt" is null and ${unsentState} = ${wanted}) m`
  const total = sql`(select count(*) from (select from ${found} limit ${maxCounted}) c)`
  const list = {
    columns: jsonColumns(unsentEmail, 'm'),
    from: found,
    where: 'true',
    order: emailsOrder,
    counted: { name: 'emails', total },
  }
  return (await onlyRow(db.read<{ page: string }[]>`select ${listColumn(list, { limit, cursor })} as "page"`)).page
}

const isGivenUp = (number: string | null) =>
  sql`"deadAt" is not null and (${number}::bigint is null or "number" = ${number}::bigint)`

/** Except emails whose link has expired or whose data cannot be decrypted. */
export async function reviveEmails(
  tx: Context,
  number: string | null,
  reason: string,
): Promise<{ revived: number; left: number }> {
  const rows = await tx.db.write<MailRow[]>`select ${fields} from "mail" m where ${isGivenUp(number)} for update`
  let revived = 0
  for (const mail of rows) {
    const data = mail.expiresAt && mail.expiresAt <= tx.now() ? null : readSealed(tx, mail)
    if (!data) continue
    revived++
    await tx.db.write`
      update "mail" set "deadAt" = null, "attempts" = 0, "nextAttemptAt" = ${tx.now()}, "data" = ${sql.json(data)}
      where "id" = ${mail.id}`
  }
  if (revived > 0) record(tx, 'outbox.resent', { count: String(revived), number, reason })
  return { revived, left: rows.length - revived }
}

export async function dropEmails(tx: Context, number: string | null, reason: string): Promise<number> {
  const { count } = await tx.db.write`delete from "mail" where ${isGivenUp(number)}`
  if (count > 0) record(tx, 'outbox.dropped', { count: String(count), number, reason })
  return count
}

function readSealed(ctx: Context, mail: MailRow): MailRow['data'] | null {
  const text = decrypt(ctx.config.secrets, sealPurpose(mail), mail.data['sealed'] ?? '')
  return text ? mailSchema.shape.data.parse(JSON.parse(text)) : null
}
