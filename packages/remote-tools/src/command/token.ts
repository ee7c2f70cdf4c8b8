import { z } from 'zod'
import { releasedName } from 'contract/registry.ts'
import { right, token as tokenSchema } from 'contract/responses.ts'
import { formatMinute, formatTable } from './format.ts'
import type { Command } from './command.ts'
import { wrongUsage } from './command-error.ts'

export const createTokenCommand: Command = {
  usage: 'token create',
  summary: 'Creates a token for the team of a remote. For operators.',
  options: ['remote', 'rights', 'expires', 'label'],
  details:
    'The token is shown once; the team sets it as REMOTE_TOKEN. Its first publish binds it to the signing key.\n' +
    'Rights: publish (new versions, channels next and pr-<number>), promote (stable, rollback, unpublish), override (dev, previews).',
  async run(call, client) {
    const { remote, rights, expires, label } = call.options
    if (remote === undefined) throw wrongUsage('--remote NAME is missing. A token is for one remote.')
    if (!releasedName.safeParse(remote).success)
      throw wrongUsage(`--remote must be a name such as mf-invoices, not "${remote}".`)
    const unknown = rights?.split(',').find((each) => !right.safeParse(each).success)
    if (unknown !== undefined)
      throw wrongUsage(`--rights must be some of ${right.options.join(',')}, separated by commas, not "${unknown}".`)
    // Undefined selects the registry's default.
    const expiresIn = expires === undefined ? undefined : readDays(expires) * 86_400
    const wanted = { name: remote, label, rights: rights?.split(','), expiresIn }
    const made = await client.send('POST', '/registry/tokens', wanted, tokenSchema.extend({ token: z.string() }))
    return {
      json: made,
      text:
        `${made.token}\n${made.rights.join(', ')} for ${made.name} until ${formatMinute(made.expiresAt)}. Its id is ${made.id}. It is not shown again.` +
        (label
          ? ''
          : `\nThe log calls it "token ${made.id}". To see there who uses it, create it with --label "CI of ${made.name}".`),
    }
  },
}

function readDays(expires: string): number {
  const days = Number(/^(\d+)d$/.exec(expires)?.[1])
  if (days >= 1 && days <= 366) return days
  throw wrongUsage(`--expires must be a number of days such as 90d, from 1d to 366d, not "${expires}".`)
}

export const revokeTokenCommand: Command = {
  usage: 'token revoke ID',
  summary: 'Revokes a token immediately. For operators.',
  options: [],
  async run(call, client) {
    const [id = ''] = call.names
    const revoked = await client.send('DELETE', `/registry/tokens/${encodeURIComponent(id)}`, undefined, tokenSchema)
    return { json: revoked, text: `${revoked.id} for ${revoked.name} is revoked.` }
  },
}

export const listTokensCommand: Command = {
  usage: 'token list',
  summary: 'Lists tokens and when they expire. For operators.',
  options: [],
  async run(_call, client) {
    const { tokens } = await client.get('/registry/tokens', z.object({ tokens: z.array(tokenSchema) }))
    const rows = tokens.map(({ id, name, label, rights, expiresAt, revokedAt, createdBy }) => [
      label === '' ? id : `${id} (${label})`,
      name,
      rights.join(','),
      revokedAt === null ? `until ${formatMinute(expiresAt)}` : `revoked ${formatMinute(revokedAt)}`,
      createdBy,
    ])
    const head = ['ID', 'REMOTE', 'RIGHTS', 'VALID', 'CREATED BY']
    return { json: { tokens }, text: formatTable(head, rows, 'There are no tokens.') }
  },
}
