import type { App } from './app-type.ts'

const secrets = ['password', 'newPassword', 'token', 'cookie', 'authorization', 'secret'].map((name) => `*.${name}`)

/** What of any line is never written: secrets, and what PostgreSQL tells of a row that it refused. */
export const redact = [...secrets, 'err.detail', 'err.where']

/** One line per request: the route's pattern, never the URL, which may carry tokens. Answers are not cached. */
export function logRequests(app: App): void {
  app.addHook('onSend', (_, reply, __, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    reply.header('x-content-type-options', 'nosniff')
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.log.info({ method: request.method, route, status: reply.statusCode, ms }, 'request')
    done()
  })
}
