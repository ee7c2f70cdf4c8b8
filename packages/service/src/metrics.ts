import { fastify, type FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, register } from 'prom-client'
import { release } from './release.ts'

const durations = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Requests by route and status, from their headers to the last byte of the response; 499 if the client disconnected',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
})

let running = 0
gauge('http_requests_running', 'Requests without a complete response', () => running)

const build = new Gauge({
  name: 'build_info',
  help: 'The release that runs, always 1',
  labelNames: ['version', 'commit'],
})
build.set(release, 1)

const clientDisconnected = 499 // not a registered status; nginx logs it too

/** Counts by route pattern, never by client input. Call it before hooks that may respond. */
export function countRequests(app: Pick<FastifyInstance, 'addHook'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    running += 1
    const { url } = request.routeOptions // read now, because `callNotFound` changes it
    // Not `onResponse`, which is not called if the client disconnects.
    reply.raw.once('close', () => {
      running -= 1
      durations.observe(
        {
          method: url === undefined ? 'any' : request.method,
          route: url ?? 'none',
          status: reply.raw.writableFinished || reply.statusCode === 101 ? reply.statusCode : clientDisconnected,
        },
        reply.elapsedTime / 1000,
      )
    })
    done()
  })
}

export async function serveMetrics(host: string, port: number): Promise<string> {
  collectDefaultMetrics()
  // Gauges with names of counters; the gauges by type have no such name.
  for (const name of ['handles', 'requests', 'resources']) register.removeSingleMetric(`nodejs_active_${name}_total`)
  const app = fastify({ exposeHeadRoutes: false })
  app.get('/metrics', async (_, reply) => reply.type(register.contentType).send(await register.metrics()))
  return `${await app.listen({ host, port })}/metrics`
}

export function gauge(name: string, help: string, read: () => number): Gauge {
  return new Gauge({
    name,
    help,
    collect() {
      this.set(read())
    },
  })
}

/** Creates every combination with 0: `increase()` counts from the first value of a series on. */
export function startAtZero(metric: Counter | Histogram, values: Readonly<Record<string, readonly string[]>>): void {
  let combinations: Record<string, string>[] = [{}]
  for (const [label, each] of Object.entries(values))
    combinations = combinations.flatMap((labels) => each.map((value) => ({ ...labels, [label]: value })))
  for (const labels of combinations)
    if (metric instanceof Counter) metric.inc(labels, 0)
    else metric.zero(labels)
}
