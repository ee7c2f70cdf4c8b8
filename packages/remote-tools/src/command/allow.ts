import { z } from 'zod'
import { nameOfUse, originKind } from 'contract/foreign-origins.ts'
import { foreignOrigin as foreignOriginSchema } from 'contract/responses.ts'
import type { Call, Command, RegistryClient } from './command.ts'
import { wrongUsage } from './command-error.ts'

const details =
  'With KIND "first" and no ORIGIN, it is about an "order" below 10 in versions published from then on.\n' +
  'KIND is otherwise what pages may do there: connect (fetch, EventSource, WebSocket), image or frame. ORIGIN is written as in remote.json:\n' +
  'https://api.example.com, https://*.tiles.example.com, wss://live.example.com. Open pages are not affected.\n'

const pathOf = (name: string): string => `/registry/origins/${encodeURIComponent(name)}`

function readPlaces({ names }: Call) {
  const [name = '', given, origin = ''] = names
  const { data: kind } = originKind.safeParse(given)
  if (kind === undefined)
    throw wrongUsage(`KIND must be one of ${originKind.options.join(', ')}, first, not "${given}".`)
  if (origin === '') throw wrongUsage('ORIGIN is missing.')
  return { name, kind, origin }
}

async function setFirstPlaces(call: Call, client: RegistryClient, isGranted: boolean) {
  const [name = ''] = call.names
  const path = `/registry/first-places/${encodeURIComponent(name)}`
  const json = await client.send('PUT', path, { isGranted, why: call.options.why }, z.unknown())
  const may = isGranted ? 'may' : 'may not'
  return { json, text: `Versions of ${name} published from now on ${may} have an "order" below 10.` }
}

export const allowCommand: Command = {
  usage: 'allow NAME KIND [ORIGIN]',
  summary: 'Grants a remote a foreign origin that it requests, or the first places. For operators.',
  options: ['why'],
  details: `${details}All code in a page can use an origin that one of its remotes was granted. Grant only origins that you trust with the data of a page.`,
  async run(call, client) {
    if (call.names[1] === 'first') return setFirstPlaces(call, client, true)
    const { name, ...use } = readPlaces(call)
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
  summary: 'Revokes what "allow" grants. For operators.',
  options: [],
  details,
  async run(call, client) {
    if (call.names[1] === 'first') return setFirstPlaces(call, client, false)
    const { name, ...use } = readPlaces(call)
    const revoked = await client.send(
      'DELETE',
      `${pathOf(name)}?${new URLSearchParams(use)}`,
      undefined,
      foreignOriginSchema.pick({ name: true, kind: true, origin: true }),
    )
    return { json: revoked, text: `${name} has no access to ${nameOfUse(revoked)} in pages opened from now on.` }
  },
}
