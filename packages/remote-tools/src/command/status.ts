import { z } from 'zod'
import { nameOfUse } from 'contract/foreign-origins.ts'
import { foreignOrigin, type ForeignOrigin, service } from 'contract/responses.ts'
import { formatMinute, formatTable } from './format.ts'
import type { Command } from './command.ts'

export const statusCommand: Command = {
  usage: 'status',
  summary: 'Lists the services of remotes, and the foreign origins they have or request. For operators.',
  options: [],
  async run(_call, client) {
    const { services } = await client.get('/registry/services', z.object({ services: z.array(service) }))
    const { origins } = await client.get('/registry/origins', z.object({ origins: z.array(foreignOrigin) }))
    const served = services.map(({ name, url, setAt, setBy }) => [name, url, `${setBy}, ${formatMinute(setAt)}`])
    const foreign = origins.map((each) => [each.name, each.kind, each.origin, each.askedBy.join(', '), stateOf(each)])
    const head = ['REMOTE', 'FOR', 'ORIGIN', 'REQUESTED BY', 'GRANTED']
    const missing = origins
      .filter(({ grantedAt }) => grantedAt === null)
      .map((each) => `  npm run remote -- allow ${each.name} ${nameOfUse(each)}`)
    return {
      json: { services, origins },
      text: [
        formatTable(['REMOTE', 'SERVICE', 'SET'], served, 'No remote has a service.'),
        formatTable(head, foreign, 'No remote requests a foreign origin.'),
        ...(missing.length > 0 ? [['To grant the missing ones:', ...missing].join('\n')] : []),
      ].join('\n\n'),
    }
  },
}

function stateOf({ grantedAt, grantedBy, askedBy }: ForeignOrigin): string {
  if (grantedAt === null) return 'no'
  return `${grantedBy}, ${formatMinute(grantedAt)}${askedBy.length === 0 ? ' (not requested)' : ''}`
}
