import { pino, type LoggerOptions } from 'pino'
import type { App } from './calls.ts'

const secrets = ['password', 'newPassword', 'token', 'cookie', 'authorization', 'secret']

/** Also removes row contents from PostgreSQL's errors. */
function hide(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const isError = value instanceof Error
  const shown = isError ? pino.stdSerializers.err(value) : value
  const hidden = [...secrets, ...(isError ? ['detail', 'where'] : [])].filter((name) => Object.hasOwn(shown, name))
  if (hidden.length === 0) return shown
  return { ...shown, ...Object.fromEntries(hidden.map((name) => [name, '[Redacted]'])) }
}

/** For pino, whose own `redact` would take a twentieth of each request: it also looks at texts. */
export const logOptions = {
  formatters: {
    log: (line: Record<string, unknown>) =>
      Object.values(line).some((value) => typeof value === 'object')
        ? Object.fromEntries(Object.entries(line).map(([name, value]) => [name, hide(value)]))
        : line,
  },
  serializers: { err: (err: unknown) => err },
} satisfies LoggerOptions

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
