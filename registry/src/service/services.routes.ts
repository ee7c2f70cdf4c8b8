import { service } from 'contract/responses.ts'
import { remoteName, why } from 'contract/registry.ts'
import { callsOf } from 'service/calls.ts'
import type { ZodApp } from 'service/openapi-document.ts'
import { z } from 'zod'
import { actorFor, type ApiContext } from '../token/caller.ts'
import { listServices, removeService, setService } from './services.ts'

const config = { access: 'operator' } as const
const remote = z.object({ name: remoteName })

/** Only for operators, because a service receives requests of users. */
export function serviceRoutes(app: ZodApp, ctx: ApiContext): void {
  const { get, put, remove } = callsOf(app, 'services')

  get('/services', 'listServices', 'List the services of remotes', {
    config,
    returns: z.object({ services: z.array(service) }),
    handler: async () => ({ services: await listServices(ctx) }),
  })

  put('/services/:name', 'setService', 'Send requests for /api/<name>/… to a service; the remote need not exist yet', {
    config,
    params: remote,
    body: z.object({ url: z.string().max(300).describe('Origin of the service'), why }),
    returns: service,
    async handler(request) {
      const { name } = request.params
      const { body } = request
      return setService(ctx, name, body.url, await actorFor(ctx, request, name, 'promote', body.why))
    },
  })

  remove('/services/:name', 'removeService', 'Remove the service of a remote', {
    config,
    params: remote,
    returns: z.object({ name: z.string() }),
    async handler(request) {
      const { name } = request.params
      await removeService(ctx, name, await actorFor(ctx, request, name, 'promote'))
      return { name }
    },
  })
}
