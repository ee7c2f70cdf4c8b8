import type { FastifyInstance } from 'fastify'
import { Counter } from 'prom-client'
import type { VersionDocument } from 'contract/registry.ts'
import type { Registry } from 'registry/live/registry.ts'
import { versionKey } from 'registry/live/state.ts'
import { startAtZero } from 'service/metrics.ts'
import { monotonicTime } from 'service/monotonic-time.ts'
import { z } from 'zod'
import { createReportLog } from './csp-reports.ts'

const bodyLimit = 1024
const outcomes = ['failed', 'recovered']

const failures = new Counter({
  name: 'remote_failures_total',
  help: 'Pages in which a live version failed, or recovered with the version before it',
  labelNames: ['remote', 'version', 'outcome'],
})

const reportSchema = z.object({
  remote: z.string(),
  version: z.string(),
  phase: z.enum(['load', 'texts', 'render', 'place', 'recovered']),
})

/** Pages report each version that failed (src/federation/error-log.ts), without its error. */
export function remoteFailures(
  app: FastifyInstance,
  registry: Pick<Registry, 'state' | 'onChange'>,
  authUrl: string,
  now = monotonicTime,
): void {
  const logReport = createReportLog('remote failed', 'remote failures omitted', now)
  followLiveVersions(registry)
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'text/plain',
      { parseAs: 'string', bodyLimit },
      scope.getDefaultJsonParser('error', 'error'),
    )
    // Before the body is read. Browsers add it to every beacon.
    scope.addHook('onRequest', async ({ headers }, reply) => {
      if (headers.origin === authUrl) return undefined
      return reply.code(403).send({ code: 'INVALID_ORIGIN', message: 'Only pages of the product may report failures.' })
    })
    // Below /remotes, because a new first segment could take a route from a remote.
    scope.post('/remotes/failures', async (request, reply) => {
      const { data: report } = reportSchema.safeParse(request.body)
      if (!report) return reply.code(400).send({ code: 'BAD_REQUEST', message: 'The body is not a report.' })
      const { remote, version, phase } = report
      // Others are previews, versions that were rolled back, or invented.
      if (remote !== 'shell' && registry.state()?.versions.has(versionKey(remote, version))) {
        failures.inc({ remote, version, outcome: phase === 'recovered' ? phase : 'failed' })
        logReport(request.log, { remote, version, phase })
      }
      return reply.code(204).send()
    })
  })
}

/** Keeps series of live versions only, from 0 on. */
function followLiveVersions(registry: Pick<Registry, 'state' | 'onChange'>): void {
  let followed: readonly VersionDocument[] = []
  const follow = () => {
    const live = registry.state()?.versions
    for (const { name: remote, version } of followed)
      if (!live?.has(versionKey(remote, version)))
        for (const outcome of outcomes) failures.remove({ remote, version, outcome })
    followed = [...(live?.values() ?? [])].filter(({ name }) => name !== 'shell')
    for (const { name, version } of followed)
      startAtZero(failures, { remote: [name], version: [version], outcome: outcomes })
  }
  follow()
  registry.onChange(follow)
}
