import { fixed, sql } from 'database/sql.ts'
import { transaction, type Context } from '../context.ts'
import { decrypt } from '../crypto/encryption.ts'
import { record } from '../journal/journal.ts'
import { fields, type MailRow, mailSchema, sealPurpose } from './mail.sql.ts'

const state = fixed(`case when "sentAt" is not null then 'sent' when "deadAt" is null then 'waiting'
  when "expiresAt" <= "deadAt" then 'expired' else 'dead' end`)

export const mailStates = ['waiting', 'dead', 'expired', 'sent'] as const
export type MailState = (typeof mailStates)[number]

interface ListedEmail extends Pick<MailRow, 'template' | 'to' | 'attempts' | 'lastError' | 'nextAttemptAt'> {
  number: string
  state: MailState
}

export async function listEmails(ctx: Context, states: readonly MailState[], limit: number): Promise<ListedEmail[]> {
  const rows = await ctx.db.read<ListedEmail[]>`
    select "number", "template", "to", "attempts", "lastError", "nextAttemptAt", ${state} as "state"
    from "mail" where ${state} = any(${[...states]}) order by "number" desc limit ${limit}`
  return rows.toReversed()
}

const isGivenUp = (number: string | null) =>
  sql`"deadAt" is not null and (${number}::bigint is null or "number" = ${number}::bigint)`

/** Except emails whose link has expired or whose data cannot be decrypted. */
export async function reviveEmails(ctx: Context, number: string | null): Promise<{ revived: number; left: number }> {
  return transaction(ctx, async (tx) => {
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
    if (revived > 0) record(tx, 'outbox.resent', { count: String(revived) })
    return { revived, left: rows.length - revived }
  })
}

export async function dropEmails(ctx: Context, number: string | null): Promise<number> {
  return transaction(ctx, async (tx) => {
    const { count } = await tx.db.write`delete from "mail" where ${isGivenUp(number)}`
    if (count > 0) record(tx, 'outbox.dropped', { count: String(count) })
    return count
  })
}

function readSealed(ctx: Context, mail: MailRow): MailRow['data'] | null {
  const text = decrypt(ctx.config.secrets, sealPurpose(mail), mail.data['sealed'] ?? '')
  return text ? mailSchema.shape.data.parse(JSON.parse(text)) : null
}
