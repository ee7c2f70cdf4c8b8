import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter } from 'prom-client'
import type { VersionDocument } from 'contract/registry.ts'
import { maxPageReport, pageReport, type ReportedFailure } from 'contract/page-report.ts'
import { idOf, type Tally, type Visitor } from 'registry/health/tally.ts'
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

const outcomes = ['failed', 'recovered']

const failures = new Counter({
  name: 'remote_failures_total',
  help: 'Users with a proved email, and networks of others, for whom a live version failed or recovered, once in five minutes each',
  labelNames: ['remote', 'version', 'outcome'],
})

/** Reports of one network. An office has hundreds of pages, each with one report or two. */
const networkLimit = { max: 600, window: 60 }
/** As long as the alert looks back. */
const oncePerSource = { max: 1, window: 300 }
/** Kinds of failures of one source, which it may have invented. */
const kindsPerSource = { max: 20, window: 300 }

/** Pages report what failed (src/federation/report.ts), and which versions they use (src/health/watch.ts). */
export function remoteFailures(
  app: FastifyInstance,
  registry: Pick<Registry, 'state' | 'onChange'>,
  tally: Tally,
  config: { AUTH_URL: string; accountApi: string },
  now = monotonicTime,
): void {
  const ofNetwork = createMemoryCounter(networkLimit)
  const ofSource = createMemoryCounter(oncePerSource)
  const kindsOfSource = createMemoryCounter(kindsPerSource)
  const identify = identifyVisitors(config.accountApi, now)
  const logReport = createReportLog('remote failed', 'remote failures omitted', now)
  followLiveVersions(registry)
  // Others are previews, versions that were rolled back, or invented.
  const findLive = ({ remote, version }: { remote: string; version: string }) =>
    remote === 'shell' ? undefined : registry.state()?.versions.get(versionKey(remote, version))

  const countFailure = (request: FastifyRequest, failure: ReportedFailure, visitor: Visitor) => {
    const document = findLive(failure)
    if (!document) return
    const { remote, version, phase } = failure
    const source = `${remote}@${version} ${visitor.source}`
    const outcome = phase === 'recovered' ? phase : 'failed'
    if (phase !== 'late' && phase !== 'call') {
      if (ofSource.take(`${outcome} ${source}`, 1, now()).wait === 0) failures.inc({ remote, version, outcome })
      logReport(request.log, { remote, version, phase })
    }
    const known = { ...failure, route: knownRoute(document, failure), frames: knownFrames(document, failure) }
    const isNew = ofSource.take(`${idOf(known)} ${source}`, 1, now()).wait === 0
    if (isNew && kindsOfSource.take(source, 1, now()).wait === 0) tally.countFailure(known, visitor)
  }

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'text/plain',
      { parseAs: 'string', bodyLimit: maxPageReport },
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
      const { data: report } = pageReport.safeParse(request.body)
      if (!report) return reply.code(400).send({ code: 'BAD_REQUEST', message: 'The body is not a report.' })
      const { views, vitals } = report
      const isKnown = [...views, ...report.failures, vitals ?? []].flat().some((each) => findLive(each))
      if (!isKnown) return reply.code(204).send()
      const visitor = await identify(request)
      for (const view of views) if (findLive(view)) tally.countView(view, visitor)
      for (const failure of report.failures) countFailure(request, failure, visitor)
      if (vitals && findLive(vitals) && ofSource.take(`vitals ${vitals.remote} ${visitor.source}`, 1, now()).wait === 0)
        tally.countVitals(vitals, visitor)
      return reply.code(204).send()
    })
  })
}

/** A pattern of the version, so that nobody can store a text of their own. */
function knownRoute({ screens, description }: VersionDocument, { route }: ReportedFailure): string {
  const patterns = [...Object.keys(screens), ...(description?.routes ?? []).map(({ path }) => path)]
  return patterns.includes(route) ? route : ''
}

const knownFrames = ({ files }: VersionDocument, { frames }: ReportedFailure): string[] =>
  frames.filter((frame) => Object.hasOwn(files, frame.replace(/:\d+:\d+$/, '')))

const minute = 60_000
const maxKnownSessions = 5000

/** Anyone can invent reports and accounts, and wake an operator with them, but not many emails and networks. */
function identifyVisitors(accountApi: string, now: () => number) {
  // A page reports once or twice a minute at most, and the account service is not to notice.
  let users = new Map<string, Promise<string | null>>()
  let since = 0
  const findProvedUser = async (request: FastifyRequest, cookie: string): Promise<string | null> => {
    const [userId, isProved] = await Promise.all([
      findSignedInUser({ accountApi }, request),
      hasProvedEmail(accountApi, request, cookie),
    ])
    return isProved ? userId : null
  }
  return async (request: FastifyRequest): Promise<Visitor> => {
    const { cookie = '' } = request.headers
    const session = sessionCookies(cookie)
    if (session === '') return networkVisitor(request)
    if (now() - since > minute || users.size > maxKnownSessions) [users, since] = [new Map(), now()]
    const user = users.get(session) ?? findProvedUser(request, cookie)
    users.set(session, user)
    const userId = await user
    return userId === null ? networkVisitor(request) : { source: `user ${userId}`, isProved: true }
  }
}

export const networkVisitor = ({ ip }: FastifyRequest): Visitor => ({
  source: `network ${networkOf(ip)}`,
  isProved: false,
})

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
