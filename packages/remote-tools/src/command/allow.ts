import { nameOfUse, originKind } from 'contract/foreign-origins.ts'
import { foreignOrigin as foreignOriginSchema } from 'contract/responses.ts'
import type { Call, Command } from './command.ts'
import { wrongUsage } from './command-error.ts'
import { connect } from './registry-client.ts'

const details =
  'KIND is what pages may do there: connect (fetch, EventSource, WebSocket), image or frame. ORIGIN is written as in remote.json:\n' +
  'https://api.example.com, https://*.tiles.example.com, wss://live.example.com. Open pages are not affected.\n'

const pathOf = (name: string): string => `/registry/origins/${encodeURIComponent(name)}`

function readPlaces({ names }: Call) {
  const [name = '', given, origin = ''] = names
  const { data: kind } = originKind.safeParse(given)
  if (kind === undefined) throw wrongUsage(`KIND must be one of ${originKind.options.join(', ')}, not "${given}".`)
  return { name, kind, origin }
}

export const allowCommand: Command = {
  usage: 'allow NAME KIND ORIGIN',
  summary: 'Grants a foreign origin that a remote requests. For operators.',
  options: ['why'],
  details: `${details}All code in a page can use an origin that one of its remotes was granted. Grant only origins that you trust with the data of a page.`,
  async run(call) {
    const { name, ...use } = readPlaces(call)
    const client = await connect(call)
    const granted = await client.send('PUT', pathOf(name), { ...use, why: call.options.why }, foreignOriginSchema)
    const { askedBy } = granted
    const who =
      askedBy.length === 0
        ? `No live version of ${name} requests it, so no page uses it yet.`
        : `${name} ${askedBy.join(', ')} requests it. Pages opened from now on can use it.`
    return { json: granted, text: `${name} was granted ${nameOfUse(granted)}. ${who}` }
  },
}

export const disallowCommand: Command = {
  usage: 'disallow NAME KIND ORIGIN',
  summary: 'Revokes a foreign origin of a remote. For operators.',
  options: [],
  details,
  async run(call) {
    const { name, ...use } = readPlaces(call)
    const client = await connect(call)
    const revoked = await client.send(
      'DELETE',
      `${pathOf(name)}?${new URLSearchParams(use)}`,
      undefined,
      foreignOriginSchema.pick({ name: true, kind: true, origin: true }),
    )
    return { json: revoked, text: `${name} has no access to ${nameOfUse(revoked)} in pages opened from now on.` }
  },
}
