import { nameOfUse, originKind } from 'contract/foreign-origins.ts'
import { firstPlace as firstPlaceSchema, foreignOrigin as foreignOriginSchema } from 'contract/responses.ts'
import type { Call, Command } from './command.ts'
import { wrongUsage } from './command-error.ts'
import { connect } from './registry-client.ts'

const details =
  'allow NAME first lets entries of the remote have an "order" below 10, before those of all others, in versions published from then on.\n' +
  'KIND is otherwise what pages may do there: connect (fetch, EventSource, WebSocket), image or frame. ORIGIN is written as in remote.json:\n' +
  'https://api.example.com, https://*.tiles.example.com, wss://live.example.com. Open pages are not affected.\n'

const pathOf = (name: string): string => `/registry/origins/${encodeURIComponent(name)}`

const isFirst = ({ names }: Call): boolean => names[1] === 'first'
const firstPathOf = ({ names: [name = ''] }: Call): string => `/registry/first-places/${encodeURIComponent(name)}`

function readPlaces({ names }: Call) {
  const [name = '', given, origin = ''] = names
  const { data: kind } = originKind.safeParse(given)
  if (kind === undefined)
    throw wrongUsage(`KIND must be one of ${originKind.options.join(', ')} or first, not "${given}".`)
  if (origin === '') throw wrongUsage('ORIGIN is missing.')
  return { name, kind, origin }
}

export const allowCommand: Command = {
  usage: 'allow NAME KIND [ORIGIN]',
  summary: 'Grants a remote a foreign origin that it requests, or the first places. For operators.',
  options: ['why'],
  details: `${details}All code in a page can use an origin that one of its remotes was granted. Grant only origins that you trust with the data of a page.`,
  async run(call) {
    if (isFirst(call)) {
      const client = await connect(call)
      const granted = await client.send('PUT', firstPathOf(call), { why: call.options.why }, firstPlaceSchema)
      return { json: granted, text: `Versions of ${granted.name} published from now on can have an "order" below 10.` }
    }
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
  usage: 'disallow NAME KIND [ORIGIN]',
  summary: 'Revokes what was granted by allow. For operators.',
  options: [],
  details,
  async run(call) {
    if (isFirst(call)) {
      const client = await connect(call)
      const schema = firstPlaceSchema.pick({ name: true })
      const revoked = await client.send('DELETE', firstPathOf(call), undefined, schema)
      return {
        json: revoked,
        text: `${revoked.name} can publish no more first places. Published versions keep theirs.`,
      }
    }
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
