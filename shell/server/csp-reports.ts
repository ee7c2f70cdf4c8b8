import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { monotonicTime } from 'service/monotonic-time.ts'
import { z } from 'zod'

export const reportPath = '/csp-reports'

const bodyLimit = 16 * 1024
/** Limits the log, because anyone can send invented reports. */
const maxLinesPerMinute = 20
const minute = 60_000

const reportSchema = z.object({
  'csp-report': z.object({
    'effective-directive': z.string().regex(/^[a-z-]{1,40}$/),
    'blocked-uri': z.string(),
    'document-uri': z.string(),
    'source-file': z.string().optional(),
    'line-number': z.number().int().optional(),
  }),
})

/** Logs at most twenty reports a minute, then the number of the others. */
export function createReportLog(message: string, omittedMessage: string, now: () => number) {
  let window = 0
  let lines = 0
  let omitted = 0
  return (log: FastifyBaseLogger, report: object): void => {
    if (now() - window >= minute) {
      if (omitted > 0) log.warn({ omitted }, omittedMessage)
      window = now()
      lines = 0
      omitted = 0
    }
    if (lines < maxLinesPerMinute) log.warn(report, message)
    else omitted += 1
    lines += 1
  }
}

export function cspReports(app: FastifyInstance, now = monotonicTime): void {
  const logReport = createReportLog('csp violation', 'csp violations omitted', now)
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const types = ['application/csp-report', 'application/json']
    scope.addContentTypeParser(types, { parseAs: 'string', bodyLimit }, scope.getDefaultJsonParser('error', 'error'))
    scope.post(reportPath, async (request, reply) => {
      const { data } = reportSchema.safeParse(request.body)
      if (!data) return reply.code(400).send({ code: 'BAD_REQUEST', message: 'The body is not a CSP report.' })
      const { 'csp-report': report } = data
      logReport(request.log, {
        directive: report['effective-directive'],
        blocked: redactUrl(report['blocked-uri']),
        page: redactUrl(report['document-uri']),
        source: redactUrl(report['source-file'] ?? ''),
        line: report['line-number'],
        remote: remoteOf(report['source-file'] ?? ''),
      })
      return reply.code(204).send()
    })
  })
}

/** Unknown for images; for anything that React renders, browsers name React's file. */
const remoteOf = (file: string): string | undefined => /^https?:\/\/[^/]+\/remotes\/(mf-[\w-]{1,60})\//.exec(file)?.[1]

/** Removes the query and long path segments, which may be secrets. Keeps words such as `inline`. */
function redactUrl(text: string): string {
  if (/^[a-z-]{0,30}$/.test(text)) return text // inline, eval, trusted-types-policy …
  if (!URL.canParse(text)) return '…'
  const { protocol, origin, pathname } = new URL(text)
  const place = protocol.startsWith('http') ? origin + pathname.replaceAll(/[^/]{20,}/g, '…') : protocol
  return place.slice(0, 200)
}
