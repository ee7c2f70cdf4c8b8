import { z } from 'zod'
import { service as serviceSchema } from 'contract/responses.ts'
import type { Command } from './command.ts'

const pathOf = (name: string): string => `/registry/services/${encodeURIComponent(name)}`

export const setServiceCommand: Command = {
  usage: 'service set NAME URL',
  summary: "Forwards /api/NAME/… to the remote's service at URL. For operators.",
  options: ['why'],
  details:
    'URL is an origin that the servers of the product can reach, such as https://invoices.internal:8080. The service gets requests of signed-in\n' +
    'users with a token that identifies them, and without their cookies.',
  async run(call, client) {
    const [name = '', url = ''] = call.names
    const set = await client.send('PUT', pathOf(name), { url, why: call.options.why }, serviceSchema)
    return { json: set, text: `/api/${set.name}/… is forwarded to ${set.url}.` }
  },
}

export const removeServiceCommand: Command = {
  usage: 'service remove NAME',
  summary: "Stops forwarding requests to a remote's service. For operators.",
  options: [],
  async run(call, client) {
    const [name = ''] = call.names
    const removed = await client.send('DELETE', pathOf(name), undefined, z.object({ name: z.string() }))
    return { json: removed, text: `/api/${removed.name}/… is no longer forwarded.` }
  },
}
