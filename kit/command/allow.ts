import { nameOfUse, originKind } from 'contract/foreign-origins.ts'
import { foreignOrigin as foreignOriginSchema } from 'contract/responses.ts'
import type { Call, Command } from './command.ts'
import { wrongUsage } from './fault.ts'
import { connect } from './registry-client.ts'

const details =
  'KIND is what its pages may do there: connect (fetch, EventSource, WebSocket), image or frame. ORIGIN is as in "connect", "image" and "frame"\n' +
  'of its remote.json: https://api.example.com, https://*.tiles.example.com, wss://live.example.com. Pages that are open keep what they have.\n'

const pathOf = (name: string): string => `/registry/origins/${encodeURIComponent(name)}`

function readPlaces({ names }: Call) {
  const [name = '', given, origin = ''] = names
  const { data: kind } = originKind.safeParse(given)
  if (kind === undefined) throw wrongUsage(`KIND is ${originKind.options.join(', ')}, not "${given}".`)
  return { name, kind, origin }
}

export const allowCommand: Command = {
  usage: 'allow NAME KIND ORIGIN',
  summary: 'Lets pages use a foreign origin for a remote that asks for it. For operators.',
  options: ['why'],
  details: `${details}All code of a page can use what one of its remotes was granted, so grant what you would trust with what a page shows.`,
  async run(call) {
    const { name, ...use } = readPlaces(call)
    const client = await connect(call)
    const granted = await client.send('PUT', pathOf(name), { ...use, why: call.options.why }, foreignOriginSchema)
    const { askedBy } = granted
    const who =
      askedBy.length === 0
        ? `No version of ${name} that a channel shows asks for it, so no page has it yet.`
        : `${name} ${askedBy.join(', ')} asks for it. Pages that are opened from now on have it.`
    return { json: granted, text: `${name} was granted ${nameOfUse(granted)}. ${who}` }
  },
}

export const disallowCommand: Command = {
  usage: 'disallow NAME KIND ORIGIN',
  summary: 'Takes a foreign origin from a remote. For operators.',
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
    return { json: revoked, text: `Pages that are opened from now on have not ${nameOfUse(revoked)} for ${name}.` }
  },
}
