import { z } from 'zod'
import { preview, releasedRemote } from 'contract/responses.ts'
import { type Command, readChannel } from './command.ts'
import { Fault } from './fault.ts'
import { pathOf } from './move.ts'
import { connect, type RegistryClient } from './registry-client.ts'

const previewSchema = preview.extend({ url: z.string() })

export const previewCommand: Command = {
  usage: 'preview NAME [VERSION]',
  summary: 'Makes a link by which somebody sees a version that visitors do not get.',
  options: ['channel'],
  details:
    'Without VERSION the one that --channel names, next where nothing is said. Whoever opens the link, signed in, reads what it is and confirms\n' +
    'it, sees that version in that browser, for eight hours at most. It works once, within 15 minutes. Needs the right "override".',
  async run(call) {
    const [name = '', wanted] = call.names
    const channel = readChannel(call.options.channel ?? 'next')
    const client = await connect(call)
    const version = wanted ?? (await findShown(client, name, channel))
    const made = await client.send('POST', '/registry/previews', { name, version }, previewSchema)
    return {
      json: made,
      text: `${made.url}\nWhoever confirms it there sees ${name} ${made.version} in that browser. It works once, within 15 minutes.`,
    }
  },
}

async function findShown(client: RegistryClient, name: string, channel: string): Promise<string> {
  const { channels } = await client.get(pathOf(name), releasedRemote)
  const found = channels.find((each) => each.channel === channel)
  const version = found?.candidate ?? found?.version
  if (version) return version
  throw new Fault('CHANNEL_NOT_FOUND', `${name} has nothing on its channel ${channel}. Publish to it first.`)
}
