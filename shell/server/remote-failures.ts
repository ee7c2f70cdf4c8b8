import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter } from 'prom-client'
import type { VersionDocument } from 'contract/registry.ts'
import { clientHeaders } from 'registry/http/client-headers.ts'
import type { Registry } from 'registry/live/registry.ts'
import { versionKey } from 'registry/live/state.ts'
import { findSignedInUser } from 'registry/preview/preview-session.ts'
import { ipBuckets, networkOf } from 'service/client-ip.ts'
import { createMemoryCounter } from 'service/memory-counter.ts'
import { startAtZero } from 'service/metrics.ts'
import { monotonicTime } from 'service/monotonic-time.ts'
import { z } from 'zod'
import { createReportLog } from './csp-reports.ts'
import { sessionCookies } from './services/session-mark.ts'

const bodyLimit = 1024
const outcomes = ['failed', 'recovered']

const failures = new Counter({
  name: 'remote_failures_total',
  help: 'Users with a proved email, and networks of others, for whom a live version failed or recovered, once in five minutes each',
  labelNames: ['remote', 'version', 'outcome'],
})

const reportSchema = z.object({
  remote: z.string(),
  version: z.string(),
  phase: z.enum(['load', 'texts', 'render', 'place', 'recovered']),
})

/** Reports of one network. A page has tens of remotes at most, an office hundreds of pages. */
const networkLimit = { max: 300, window: 60 }
/** As long as the alert looks back. */
const oncePerSource = { max: 1, window: 300 }

/** Pages report each version that failed (src/federation/error-log.ts), without its error. */
export function remoteFailures(
  app: FastifyInstance,
  registry: Pick<Registry, 'state' | 'onChange'>,
  config: { AUTH_URL: string; accountApi: string },
  now = monotonicTime,
): void {
  const ofNetwork = createMemoryCounter(networkLimit)
  const ofSource = createMemoryCounter(oncePerSource)
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
    scope.addHook('onRequest', async ({ headers, ip }, reply) => {
      if (headers.origin !== config.AUTH_URL)
        return reply
          .code(403)
          .send({ code: 'INVALID_ORIGIN', message: 'Only pages of the product may report failures.' })
      const slots = ipBuckets(ip).map(({ name, factor }) => ofNetwork.take(name, factor, now()))
      if (slots.every(({ wait }) => wait === 0)) return undefined
      return reply.code(429).send({ code: 'TOO_MANY_REQUESTS', message: 'Too many reports from your network.' })
    })
    // Below /remotes, because a new first segment could take a route from a remote.
    scope.post('/remotes/failures', async (request, reply) => {
      const { data: report } = reportSchema.safeParse(request.body)
      if (!report) return reply.code(400).send({ code: 'BAD_REQUEST', message: 'The body is not a report.' })
      const { remote, version, phase } = report
      // Others are previews, versions that were rolled back, or invented.
      if (remote !== 'shell' && registry.state()?.versions.has(versionKey(remote, version))) {
        const outcome = phase === 'recovered' ? phase : 'failed'
        const source = await sourceOf(config.accountApi, request)
        const isNew = ofSource.take(`${remote}@${version} ${outcome} ${source}`, 1, now()).wait === 0
        if (isNew) failures.inc({ remote, version, outcome })
        logReport(request.log, { remote, version, phase })
      }
      return reply.code(204).send()
    })
  })
}

/** Anyone can invent reports and accounts, and wake an operator with them, but not many emails and networks. */
async function sourceOf(accountApi: string, request: FastifyRequest): Promise<string> {
  const { cookie = '' } = request.headers
  const network = `network ${networkOf(request.ip)}`
  if (sessionCookies(cookie) === '') return network
  const [userId, isProved] = await Promise.all([
    findSignedInUser({ accountApi }, request),
    hasProvedEmail(accountApi, request, cookie),
  ])
  return userId !== null && isProved ? `user ${userId}` : network
}

const proof = z.object({ isProved: z.boolean() })

const hasProvedEmail = (accountApi: string, request: FastifyRequest, cookie: string): Promise<boolean> =>
  fetch(`${accountApi}/address-to-prove`, {
    headers: { ...clientHeaders(request), cookie },
    signal: AbortSignal.timeout(3000),
    redirect: 'error',
  })
    .then(async (response) => response.ok && proof.parse(await response.json()).isProved)
    .catch(() => false)

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
