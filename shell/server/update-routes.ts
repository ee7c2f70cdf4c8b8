import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Update } from '../src/updates/update.ts'
import type { RegistryState } from './registry/registry-state.ts'
import type { Registry } from './registry/registry.ts'
import { visitorCookie } from './registry/split.ts'
import { versionKey } from './registry/state.ts'

/**
 * What open pages ask now and then: `GET /lock/newer?shell=1.4.0&mf-auth=2.0.1`, of what they run. Answered from memory, for this visitor,
 * so that 10,000 open pages cost next to nothing. Previews do not count: their pages are told of those in other ways.
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

/** What a visitor who runs these versions would get in their place by loading the page anew. */
export function updateOf(
  { page, withdrawn, overdue }: RegistryState,
  visitor: string | null,
  running: readonly (readonly [name: string, version: unknown])[],
): Update {
  const { shell, remotes } = page.choose(visitor)
  const own = new Map(remotes.map(({ locked }) => [locked.name, locked.version]))
  own.set('shell', shell?.document.version ?? '')
  const versionOf = (name: string) => own.get(name) ?? page.remotes.get(name)?.locked.version ?? null
  const newer = running.filter(([name, version]) => versionOf(name) !== version)
  const isOver = (key: string) => withdrawn.has(key) || overdue.has(key)
  return {
    newer: Object.fromEntries(newer.map(([name]) => [name, versionOf(name)])),
    isRequired: newer.some(([name, version]) => isOver(versionKey(name, String(version)))),
  }
}
