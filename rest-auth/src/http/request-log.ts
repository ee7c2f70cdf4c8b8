import type { App } from './calls.ts'

const secrets = ['password', 'newPassword', 'token', 'cookie', 'authorization', 'secret'].map((name) => `*.${name}`)

/** Removed from log lines: secrets, and row contents in PostgreSQL's errors. */
export const redact = [...secrets, 'err.detail', 'err.where']

/** Logs the route pattern, never the URL, which may contain tokens. Also disables caching. */
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
