import type { Context } from '../context.ts'

/** A row of the outbox. Its data goes when it is sent, because links in it are secrets. */
export interface MailRow {
  id: string
  to: string
  template: string
  data: Record<string, string>
  language: string
  createdAt: Date
  attempts: number
  nextAttemptAt: Date
  sentAt: Date | null
  deadAt: Date | null
  lastError: string | null
}

export type NewMailRow = Pick<MailRow, 'id' | 'to' | 'template' | 'data' | 'language'>

/** The statement that puts a mail into the outbox; `from` (`from … where …`) may make it depend on other rows. */
export function insertMail(ctx: Context, mail: NewMailRow, from = ctx.sql``) {
  return ctx.sql`
    insert into "mail" ("id", "to", "template", "data", "language", "createdAt", "nextAttemptAt")
    select ${mail.id}::text, ${mail.to}::text, ${mail.template}::text, ${ctx.sql.json(mail.data)}::jsonb,
      ${mail.language}::text, ${ctx.now()}::timestamptz, ${ctx.now()}::timestamptz ${from}`
}
