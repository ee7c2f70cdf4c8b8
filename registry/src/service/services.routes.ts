import { service } from 'contract/responses.ts'
import { releasedName } from 'contract/registry.ts'
import type { ZodApp } from 'service/openapi-document.ts'
import { registryCallsOf } from '../token/registry-call.ts'
import { z } from 'zod'
import { actorFor, type ApiContext } from '../token/caller.ts'
import { removeService, setService } from './services.ts'
import { listServices } from './services.sql.ts'

const call = registryCallsOf('services')
const remote = z.object({ name: releasedName.refine((name) => name !== 'shell', 'must be a remote') })
/** Only for operators, because a service receives requests of users. */
export function serviceRoutes(app: ZodApp, ctx: ApiContext): void {
  app.get(
    '/services',
    call('operator', 'listServices', 'List the services of remotes', {
      returns: z.object({ services: z.array(service) }),
    }),
    async () => ({ services: await listServices(ctx) }),
  )

  app.put(
    '/services/:name',
    call('operator', 'setService', 'Send requests for /api/<name>/… to a service; the remote need not exist yet', {
      params: remote,
      body: z.object({
        url: z.string().max(300).describe('Origin of the service'),
        why: z.string().max(500).optional(),
      }),
      returns: service,
    }),
    async (request) => {
      const { name } = request.params
      const { url, why } = request.body
      return setService(ctx, name, url, await actorFor(ctx, request, name, 'promote', why))
    },
  )

  app.delete(
    '/services/:name',
    call('operator', 'removeService', 'Remove the service of a remote', {
      params: remote,
      returns: z.object({ name: z.string() }),
    }),
    async (request) => {
      const { name } = request.params
      await removeService(ctx, name, await actorFor(ctx, request, name, 'promote'))
      return { name }
    },
  )
}
