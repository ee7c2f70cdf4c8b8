import { z } from 'zod'
import { readChannel } from './channel.ts'
import type { Command } from './command.ts'
import { connect } from './registry-client.ts'

const previewSchema = z.object({
  id: z.string(),
  url: z.string(),
  name: z.string(),
  version: z.string(),
  expiresAt: z.string(),
})

export const previewCommand: Command = {
  usage: 'preview NAME [VERSION]',
  summary: 'Makes a link by which somebody sees a version that visitors do not get.',
  options: ['channel'],
  details:
    'Without VERSION the one that --channel names, next where nothing is said. Whoever opens the link, signed in, reads what it is and confirms\n' +
    'it, sees that version in that browser, for eight hours at most. It works once, within 15 minutes. Needs the right "override".',
  async run(call) {
    const [name = '', version] = call.names
    const client = await connect(call)
    const what = version === undefined ? { channel: readChannel(call.options.channel ?? 'next') } : { version }
    const made = await client.send('POST', '/registry/previews', { name, ...what }, previewSchema)
    return {
      json: made,
      text: `${made.url}\nWhoever confirms it there sees ${name} ${made.version} in that browser. It works once, within 15 minutes.`,
    }
  },
}
