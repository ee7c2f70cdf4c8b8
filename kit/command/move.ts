import { z } from 'zod'
import { type Channel, channel as channelSchema, releasedRemote } from 'contract/responses.ts'
import { showing } from './answers.ts'
import { type Command, readChannel, readNumber } from './command.ts'
import { connect, type RegistryClient } from './registry-client.ts'

const movedSchema = z.object({ channels: z.array(channelSchema) })

export const pathOf = (name: string): string => `/registry/remotes/${encodeURIComponent(name)}`

const tellOf = (client: RegistryClient, name: string, channels: Channel[]): string =>
  channels.map((channel) => `${channel.channel} of ${name} shows ${showing(channel)} now: ${client.origin}`).join('\n')

export const promoteCommand: Command = {
  usage: 'promote NAME VERSION',
  summary: 'Shows a published version to the visitors of a channel, or to some of a hundred.',
  options: ['channel', 'percent', 'why'],
  details:
    'Needs the right "promote". With --percent the others keep what they have; promote again with another number, or with none for all.\n' +
    'Refused when somebody else moves the channel at the same time.',
  async run(call) {
    const { names, options } = call
    const [name = '', version = ''] = names
    const channel = readChannel(options.channel)
    const percent = readNumber('percent', options.percent, [1, 100])
    const client = await connect(call)
    const seen = await client.get(pathOf(name), releasedRemote)
    const before = seen.channels.find((each) => each.channel === channel)
    const move = { version, percent, expect: before?.revision ?? 0, why: options.why }
    const moved = await client.send('PUT', `${pathOf(name)}/channels/${channel}`, move, channelSchema)
    const from = before ? `It showed ${showing(before)}.` : 'It is new.'
    return { json: moved, text: `${tellOf(client, name, [moved])}\n${from}` }
  },
}

export const rollbackCommand: Command = {
  usage: 'rollback NAME',
  summary: 'Shows again what a channel showed before; again goes further back.',
  options: ['channel', 'why'],
  details:
    'Needs the right "promote". Nothing is built. While some browsers get a candidate, it is taken from them first.',
  async run(call) {
    const [name = ''] = call.names
    const client = await connect(call)
    const body = { channel: readChannel(call.options.channel), why: call.options.why }
    const moved = await client.send('POST', `${pathOf(name)}/rollback`, body, channelSchema)
    return { json: moved, text: tellOf(client, name, [moved]) }
  },
}

export const withdrawCommand: Command = {
  usage: 'withdraw NAME',
  summary: 'Takes a remote out of the product, or one version for ever.',
  options: ['version', 'why'],
  details:
    'Needs the right "promote". Without --version no channel shows the remote any more, until something is promoted again.\n' +
    'With --version that version never runs again: channels that show it go back to the one before.',
  async run(call) {
    const { names, options } = call
    const [name = ''] = names
    const client = await connect(call)
    const body = { version: options.version, why: options.why }
    const { channels } = await client.send('POST', `${pathOf(name)}/withdraw`, body, movedSchema)
    const what =
      options.version === undefined ? `${name} is out of the product` : `${name} ${options.version} never runs again`
    return {
      json: { name, version: options.version ?? null, channels },
      text: [`${what}.`, tellOf(client, name, channels)].filter(Boolean).join('\n'),
    }
  },
}
