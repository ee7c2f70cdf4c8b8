import { z } from 'zod'
import { type Channel, channel as channelSchema, releasedRemote } from 'contract/responses.ts'
import { describeChannel } from './format.ts'
import { type Command, readChannel, readNumber, type RegistryClient } from './command.ts'

const movedSchema = z.object({ channels: z.array(channelSchema) })

export const pathOf = (name: string): string => `/registry/remotes/${encodeURIComponent(name)}`

const describeChannels = (client: RegistryClient, name: string, channels: Channel[]): string =>
  channels
    .map((channel) => `${channel.channel} of ${name} is now ${describeChannel(channel)}: ${client.origin}`)
    .join('\n')

export const promoteCommand: Command = {
  usage: 'promote NAME VERSION',
  summary: 'Moves a channel to a published version, for all browsers or for some.',
  options: ['channel', 'percent', 'why', 'even-if-screens-fail', 'keep'],
  details:
    'Needs the right "promote". With --percent, other browsers keep the current version; promote again without --percent for all.\n' +
    'Within an hour, a version that fails for many more users than the one before is taken back, except with --keep.\n' +
    'A version with screens that throw or do not finish needs --even-if-screens-fail to reach stable.\n' +
    'Fails if someone else moves the channel at the same time.',
  async run(call, client) {
    const { names, options } = call
    const [name = '', version = ''] = names
    const channel = readChannel(options.channel)
    const percent = readNumber('percent', options.percent, [1, 100])
    const seen = await client.get(pathOf(name), releasedRemote)
    const before = seen.channels.find((each) => each.channel === channel)
    const evenIfScreensFail = options['even-if-screens-fail']
    const move = {
      version,
      percent,
      expect: before?.revision ?? 0,
      why: options.why,
      evenIfScreensFail,
      keep: options.keep,
    }
    const moved = await client.send('PUT', `${pathOf(name)}/channels/${channel}`, move, channelSchema)
    const from = before ? `Before: ${describeChannel(before)}.` : 'The channel is new.'
    return { json: moved, text: `${describeChannels(client, name, [moved])}\n${from}` }
  },
}

export const rollbackCommand: Command = {
  usage: 'rollback NAME',
  summary: 'Moves a channel back to its previous version; repeat to go further back.',
  options: ['channel', 'why'],
  details: 'Needs the right "promote". Nothing is built. If some browsers have a canary, only the canary is removed.',
  async run(call, client) {
    const [name = ''] = call.names
    const body = { channel: readChannel(call.options.channel), why: call.options.why }
    const moved = await client.send('POST', `${pathOf(name)}/rollback`, body, channelSchema)
    return { json: moved, text: describeChannels(client, name, [moved]) }
  },
}

export const unpublishCommand: Command = {
  usage: 'unpublish NAME',
  summary: 'Removes a remote from the product, or one version permanently.',
  options: ['version', 'why'],
  details:
    'Needs the right "promote". Without --version, all channels are empty until a version is promoted again.\n' +
    'With --version, that version never runs again, and its channels roll back.',
  async run(call, client) {
    const { names, options } = call
    const [name = ''] = names
    const body = { version: options.version, why: options.why }
    const { channels } = await client.send('POST', `${pathOf(name)}/unpublish`, body, movedSchema)
    const what =
      options.version === undefined
        ? `${name} is removed from the product`
        : `${name} ${options.version} will never run again`
    return {
      json: { name, version: options.version ?? null, channels },
      text: [`${what}.`, describeChannels(client, name, channels)].filter(Boolean).join('\n'),
    }
  },
}
