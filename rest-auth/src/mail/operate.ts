import { alignColumns } from 'contract/align-columns.ts'
import { transaction, type Context } from '../context.ts'
import { dropEmails, listEmails, mailStates, reviveEmails } from './operate.sql.ts'

const maxListed = 100

/** Without the content, because its links are secrets. */
export async function describeEmails(ctx: Context, state: string | undefined): Promise<string> {
  const states = mailStates.filter((one) => (state === undefined ? one !== 'sent' : one === state))
  if (states.length === 0) throw new Error(`Unknown --state ${state}. Use one of ${mailStates.join(', ')}.`)
  const emails = await listEmails(ctx, states, maxListed)
  if (emails.length === 0) return `No emails with state ${states.join(', ')}.`
  const rows = emails.map(({ number, state: is, template, to, attempts, nextAttemptAt, lastError }) => [
    number,
    is,
    template,
    to,
    String(attempts),
    is === 'waiting' ? nextAttemptAt.toISOString() : '',
    lastError ?? '',
  ])
  const more = emails.length < maxListed ? '' : `\nOnly the newest ${maxListed} are shown.`
  return table([['number', 'state', 'kind', 'to', 'attempts', 'due', 'last error'], ...rows]) + more
}

export async function resendEmails(ctx: Context, number: string | null, reason: string): Promise<string> {
  const { revived, left } = await transaction(ctx, (tx) => reviveEmails(tx, number, reason))
  const unsent = `${countEmails(left)} cannot be sent: the link has expired or the content cannot be decrypted. The recipient must request a new one.`
  if (number !== null && revived === 0) throw new Error(left > 0 ? unsent : noEmail(number))
  return `${countEmails(revived)} queued again.${left > 0 ? ` ${unsent}` : ''}`
}

export async function deleteEmails(ctx: Context, number: string | null, reason: string): Promise<string> {
  const dropped = await transaction(ctx, (tx) => dropEmails(tx, number, reason))
  if (number !== null && dropped === 0) throw new Error(noEmail(number))
  return `${countEmails(dropped)} deleted.`
}

const noEmail = (number: string): string => `No dead-lettered email has the number ${number}.`
const countEmails = (count: number): string => `${count} ${count === 1 ? 'email' : 'emails'}`

/** Replaces control characters, because an SMTP error message could steer the terminal. */
const table = (rows: string[][]): string =>
  alignColumns(rows.map((row) => row.map((cell) => cell.replaceAll(/\p{C}+/gu, ' '))))
