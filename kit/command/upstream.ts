import { z } from 'zod'
import { minute, table } from './answers.ts'
import type { Command } from './command.ts'
import { connect } from './registry-client.ts'

const upstreamSchema = z.object({ name: z.string(), url: z.string(), setAt: z.string(), setBy: z.string() })

const pathOf = (name: string): string => `/registry/upstreams/${encodeURIComponent(name)}`

export const setUpstreamCommand: Command = {
  usage: 'upstream set NAME URL',
  summary: "Sends what a remote's pages ask of /api/NAME/… to its service at URL. For operators.",
  options: ['why'],
  details:
    'URL is an origin such as https://invoices.internal:8080, as the servers of the product reach it. The service gets the requests of signed-in\n' +
    'people with a token that says who they are, and none of their cookies.',
  async run(call) {
    const [name = '', url = ''] = call.names
    const client = await connect(call)
    const set = await client.send('PUT', pathOf(name), { url, why: call.options.why }, upstreamSchema)
    return { json: set, text: `/api/${set.name}/… goes to ${set.url}.` }
  },
}

export const removeUpstreamCommand: Command = {
  usage: 'upstream remove NAME',
  summary: "Sends nothing more to a remote's service. For operators.",
  options: [],
  async run(call) {
    const [name = ''] = call.names
    const client = await connect(call)
    const removed = await client.send('DELETE', pathOf(name), undefined, z.object({ name: z.string() }))
    return { json: removed, text: `/api/${removed.name}/… goes nowhere any more.` }
  },
}

export const statusCommand: Command = {
  usage: 'status',
  summary: 'Which services stand behind remotes. For operators.',
  options: [],
  async run(call) {
    const client = await connect(call)
    const { upstreams } = await client.get('/registry/upstreams', z.object({ upstreams: z.array(upstreamSchema) }))
    const rows = upstreams.map(({ name, url, setAt, setBy }) => [name, url, `${setBy}, ${minute(setAt)}`])
    const text = rows.length > 0 ? table(['REMOTE', 'SERVICE', 'SET'], rows) : 'No remote has a service.'
    return { json: { upstreams }, text }
  },
}
