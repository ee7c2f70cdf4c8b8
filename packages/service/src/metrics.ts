import { fastify, type FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client'

const durations = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Requests by route and status, from their headers to the last byte of the answer; 499 is a client that left before',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
})

let running = 0
gauge('http_requests_running', 'Requests that are not answered yet', () => running)

/** Not in the registry of HTTP: nginx writes it where nobody waits for the answer any more. */
const clientLeft = 499

/** Counts requests by route pattern, never by client input. Call it before other hooks, which may respond. */
export function countRequests(app: Pick<FastifyInstance, 'addHook'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    running += 1
    const { url } = request.routeOptions // as it is now: a route that finds nothing gives it up
    // Not `onResponse`, which nobody hears of a request whose client has left.
    reply.raw.once('close', () => {
      running -= 1
      durations.observe(
        {
          method: url === undefined ? 'any' : request.method,
          route: url ?? 'none',
          status: reply.raw.writableFinished || reply.statusCode === 101 ? reply.statusCode : clientLeft,
        },
        reply.elapsedTime / 1000,
      )
    })
    done()
  })
}

/** Serves `/metrics` (Prometheus text format) on a port of its own; returns the address. */
export async function serveMetrics(host: string, port: number): Promise<string> {
  collectDefaultMetrics()
  const app = fastify({ exposeHeadRoutes: false })
  app.get('/metrics', async (_, reply) => reply.type(register.contentType).send(await register.metrics()))
  return `${await app.listen({ host, port })}/metrics`
}

/** A value that is read when somebody asks for the metrics. */
export function gauge(name: string, help: string, read: () => number): void {
  const metric = new Gauge({
    name,
    help,
    registers: [],
    collect() {
      this.set(read())
    },
  })
  register.registerMetric(metric)
}
