import { z } from 'zod'
import { previewLinkRequest } from 'contract/registry.ts'
import { preview, releasedRemote } from 'contract/responses.ts'
import { type Command, readChannel, type RegistryClient } from './command.ts'
import { CommandError } from './command-error.ts'
import { pathOf } from './move.ts'

const linkSchema = previewLinkRequest.extend({ url: z.string() })
const previewSchema = preview.extend({ url: z.string() })

export const previewCommand: Command = {
  usage: 'preview NAME [VERSION]',
  summary: 'Creates a link to try out a version before visitors get it.',
  options: ['channel'],
  details:
    'The default VERSION is the one on --channel (default: next). Anyone who opens the link while signed in, and confirms, sees that version\n' +
    'in that browser for at most eight hours. The link works once, within 15 minutes. That of a pull request (--channel pr-7) lives as long as\n' +
    'the channel, shows each reader who confirms it what the channel has then, and is the same each time. Needs the right "override".',
  async run(call, client) {
    const [name = '', wanted] = call.names
    const channel = readChannel(call.options.channel ?? 'next')
    if (wanted === undefined && channel.startsWith('pr-')) {
      const link = await client.send('POST', '/registry/preview-links', { name, channel }, linkSchema)
      const text = `${link.url}\nIt shows what ${channel} of ${name} has to everyone who opens and confirms it, as long as the channel is there.`
      return { json: link, text }
    }
    const version = wanted ?? (await findChannelVersion(client, name, channel))
    const made = await client.send('POST', '/registry/previews', { name, version }, previewSchema)
    return {
      json: made,
      text: `${made.url}\nIt shows ${name} ${made.version} in the browser that confirms it. It works once, within 15 minutes.`,
    }
  },
}

export async function findChannelVersion(client: RegistryClient, name: string, channel: string): Promise<string> {
  const { channels } = await client.get(pathOf(name), releasedRemote)
  const found = channels.find((each) => each.channel === channel)
  const version = found?.canary ?? found?.version
  if (version) return version
  throw new CommandError('CHANNEL_NOT_FOUND', `${name} has no version on the channel ${channel}. Publish one first.`)
}
