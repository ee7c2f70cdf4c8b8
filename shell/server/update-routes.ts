import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from './config.ts'
import type { Update } from '../src/updates/update.ts'
import type { RegistryState } from 'registry/live/registry-state.ts'
import type { Registry } from 'registry/live/registry.ts'
import { visitorCookie } from 'registry/channel/rollout.ts'
import { versionKey } from 'registry/live/state.ts'

/** `GET /lock/newer?shell=1.4.0&mf-auth=2.0.1`: polled by all pages, so served from memory. */
export function updateRoutes(app: FastifyInstance, registry: Registry, config: Pick<Config, 'https'>): void {
  const visitors = visitorCookie(config)
  app.get(
    '/lock/newer',
    { logLevel: 'warn' },
    async (request: FastifyRequest<{ Querystring: Record<string, unknown> }>, reply) => {
      void reply.header('cache-control', 'no-store')
      const state = registry.state()
      if (!state?.page.shell)
        return reply
          .code(503)
          .send({ code: 'SERVICE_UNAVAILABLE', message: 'The live versions are not known yet. Try again soon.' })
      const visitor = state.page.hasCanary ? visitors.read(request.headers.cookie) : null
      return findUpdate(state, visitor, Object.entries(request.query))
    },
  )
}

function findUpdate(
  { page, unpublished }: RegistryState,
  visitor: string | null,
  running: readonly (readonly [name: string, version: unknown])[],
): Update {
  const { shell, remotes } = page.choose(visitor)
  const chosen = new Map(remotes.map(({ locked }) => [locked.name, locked.version]))
  chosen.set('shell', shell?.document.version ?? '')
  const versionOf = (name: string) => chosen.get(name) ?? page.remotes.get(name)?.locked.version ?? null
  const all = running.map(([name, versions]) => ({ name, versions: [versions].flat().map(String) }))
  const newer = all.filter(({ name, versions }) => !versions.includes(versionOf(name) ?? ''))
  return {
    newer: Object.fromEntries(newer.map(({ name }) => [name, versionOf(name)])),
    isRequired: all.some(({ name, versions }) =>
      versions.some((version) => unpublished.has(versionKey(name, version))),
    ),
  }
}
