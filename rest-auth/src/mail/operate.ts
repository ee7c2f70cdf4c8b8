import type { Context } from '../context.ts'
import { dropMails, listMails, mailStates, reviveMails } from './operate.sql.ts'

const atMost = 100

/** What an operator sees of the outbox: never what a mail says, because links in it are secrets. */
export async function tellMails(ctx: Context, state: string | undefined): Promise<string> {
  const states = mailStates.filter((one) => (state === undefined ? one !== 'sent' : one === state))
  if (states.length === 0) throw new Error(`--state knows ${mailStates.join(', ')}, not ${state}.`)
  const mails = await listMails(ctx, states, atMost)
  if (mails.length === 0) return `No mail is ${states.join(', ')}.`
  const rows = mails.map(({ number, state: is, template, to, attempts, nextAttemptAt, lastError }) => [
    number,
    is,
    template,
    to,
    String(attempts),
    is === 'waiting' ? nextAttemptAt.toISOString() : '',
    lastError ?? '',
  ])
  const more = mails.length < atMost ? '' : `\nThese are the newest ${atMost}.`
  return table([['number', 'state', 'kind', 'to', 'attempts', 'due', 'last error'], ...rows]) + more
}

export async function resendMails(ctx: Context, number: string | null): Promise<string> {
  const { revived, left } = await reviveMails(ctx, number)
  const stay = `${left} ${left === 1 ? 'stays' : 'stay'}, because the link has ended or what it said is gone: whoever needs it has to ask anew.`
  if (number !== null && revived === 0)
    throw new Error(left > 0 ? `${number} cannot be sent again: ${stay}` : noMail(number))
  return `${revived} ${revived === 1 ? 'mail is' : 'mails are'} due again.${left > 0 ? ` ${stay}` : ''}`
}

export async function forgetMails(ctx: Context, number: string | null): Promise<string> {
  const dropped = await dropMails(ctx, number)
  if (number !== null && dropped === 0) throw new Error(noMail(number))
  return `${dropped} ${dropped === 1 ? 'mail is' : 'mails are'} deleted.`
}

const noMail = (number: string): string => `No mail with the number ${number} was given up.`

/** Rows in columns. What a mail server said is shown without what would steer the terminal. */
function table(rows: string[][]): string {
  const cells = rows.map((row) => row.map((cell) => cell.replaceAll(/\p{C}+/gu, ' ')))
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
