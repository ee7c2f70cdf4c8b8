import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Update } from '../src/updates/update.ts'
import type { RegistryState } from 'registry/live/registry-state.ts'
import type { Registry } from 'registry/live/registry.ts'
import { visitorCookie } from 'registry/channel/split.ts'
import { versionKey } from 'registry/live/state.ts'

/**
 * What open pages ask now and then: `GET /lock/newer?shell=1.4.0&mf-auth=2.0.1`, of what they run. Answered from memory, for this visitor,
 * so that 10,000 open pages cost next to nothing. A remote has two versions where its last good one runs in the place of another.
 * Previews do not count: their pages are told of those in other ways.
 */
export function updateRoutes(app: FastifyInstance, registry: Registry, { https }: { https: boolean }): void {
  const visitors = visitorCookie({ https })
  app.get(
    '/lock/newer',
    { logLevel: 'warn' },
    async (request: FastifyRequest<{ Querystring: Record<string, unknown> }>, reply) => {
      void reply.header('cache-control', 'no-store')
      const state = registry.state()
      if (!state?.page.shell)
        return reply.code(503).send({ code: 'SERVICE_UNAVAILABLE', message: 'What is live is not known yet.' })
      const visitor = state.page.isSplit ? visitors.read(request.headers.cookie) : null
      return updateOf(state, visitor, Object.entries(request.query))
    },
  )
}

/** What a visitor who runs these versions, one or several of each name, would get in their place by loading the page anew. */
function updateOf(
  { page, withdrawn }: RegistryState,
  visitor: string | null,
  running: readonly (readonly [name: string, version: unknown])[],
): Update {
  const { shell, remotes } = page.choose(visitor)
  const own = new Map(remotes.map(({ locked }) => [locked.name, locked.version]))
  own.set('shell', shell?.document.version ?? '')
  const versionOf = (name: string) => own.get(name) ?? page.remotes.get(name)?.locked.version ?? null
  const all = running.map(([name, versions]) => ({ name, versions: [versions].flat().map(String) }))
  const newer = all.filter(({ name, versions }) => !versions.includes(versionOf(name) ?? ''))
  return {
    newer: Object.fromEntries(newer.map(({ name }) => [name, versionOf(name)])),
    isRequired: all.some(({ name, versions }) => versions.some((version) => withdrawn.has(versionKey(name, version)))),
  }
}
