import type { FastifyInstance } from 'fastify'
import { steadyTime } from 'service/steady-time.ts'
import { z } from 'zod'

/** Where browsers tell what a page's policy stopped: a script that somebody got into it, or a fault of ours. */
export const reportPath = '/csp-reports'

const bodyLimit = 16 * 1024
/** Whoever invents reports fills no log: so many lines in a minute, and then how many more there were. */
const linesAMinute = 20
const minute = 60_000

/** The body of `report-uri` (CSP level 2, section 5.3), as far as we want to know it. */
const reportSchema = z.object({
  'csp-report': z.object({
    'effective-directive': z.string().regex(/^[a-z-]{1,40}$/),
    'blocked-uri': z.string(),
    'document-uri': z.string(),
    'source-file': z.string().optional(),
    'line-number': z.number().int().optional(),
  }),
})

/** Logs one line for each violation that a browser reports. `now` is the time in milliseconds. */
export function cspReports(app: FastifyInstance, now = steadyTime): void {
  let window = 0
  let lines = 0
  let leftOut = 0
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const types = ['application/csp-report', 'application/json']
    scope.addContentTypeParser(types, { parseAs: 'string', bodyLimit }, async (_: unknown, body: string) => body)
    scope.post(reportPath, async (request, reply) => {
      const report = readReport(request.body)
      if (report === null) return reply.code(400).send({ code: 'BAD_REQUEST', message: 'This is no report.' })
      if (now() - window >= minute) {
        if (leftOut > 0) request.log.warn({ leftOut }, 'more violations of the content security policy')
        window = now()
        lines = 0
        leftOut = 0
      }
      if (lines < linesAMinute) request.log.warn(report, 'a page violated the content security policy')
      else leftOut += 1
      lines += 1
      return reply.code(204).send()
    })
  })
}

function readReport(body: unknown) {
  try {
    const { 'csp-report': report } = reportSchema.parse(JSON.parse(String(body)))
    return {
      directive: report['effective-directive'],
      blocked: placeOf(report['blocked-uri']),
      page: placeOf(report['document-uri']),
      source: placeOf(report['source-file'] ?? ''),
      line: report['line-number'],
      remote: remoteOf(report['source-file'] ?? ''),
    }
  } catch {
    return null
  }
}

/** Whose file did it, where the browser says: of what React draws it names React's, of pictures none. */
const remoteOf = (file: string): string | undefined => /^https?:\/\/[^/]+\/remotes\/(mf-[\w-]{1,60})\//.exec(file)?.[1]

/** An address without query, and as in other lines of the log without the long parts that are secrets; or the word in its place. */
function placeOf(text: string): string {
  if (/^[a-z-]{0,30}$/.test(text)) return text // inline, eval, trusted-types-policy …
  if (!URL.canParse(text)) return '…'
  const { protocol, origin, pathname } = new URL(text)
  const place = protocol.startsWith('http') ? origin + pathname.replaceAll(/[^/]{20,}/g, '…') : protocol
  return place.slice(0, 200)
}
