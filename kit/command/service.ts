import { z } from 'zod'
import { service as serviceSchema } from 'contract/responses.ts'
import type { Command } from './command.ts'
import { connect } from './registry-client.ts'

const pathOf = (name: string): string => `/registry/services/${encodeURIComponent(name)}`

export const setServiceCommand: Command = {
  usage: 'service set NAME URL',
  summary: "Sends what a remote's pages ask of /api/NAME/… to its service at URL. For operators.",
  options: ['why'],
  details:
    'URL is an origin such as https://invoices.internal:8080, as the servers of the product reach it. The service gets the requests of signed-in\n' +
    'people with a token that says who they are, and none of their cookies.',
  async run(call) {
    const [name = '', url = ''] = call.names
    const client = await connect(call)
    const set = await client.send('PUT', pathOf(name), { url, why: call.options.why }, serviceSchema)
    return { json: set, text: `/api/${set.name}/… goes to ${set.url}.` }
  },
}

export const removeServiceCommand: Command = {
  usage: 'service remove NAME',
  summary: "Sends nothing more to a remote's service. For operators.",
  options: [],
  async run(call) {
    const [name = ''] = call.names
    const client = await connect(call)
    const removed = await client.send('DELETE', pathOf(name), undefined, z.object({ name: z.string() }))
    return { json: removed, text: `/api/${removed.name}/… goes nowhere any more.` }
  },
}
