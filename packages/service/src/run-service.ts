import { once } from 'node:events'
import type { Server } from 'node:http'
import { hostname } from 'node:os'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { pino, type Logger, type LoggerOptions } from 'pino'
import { ConfigError, type Environment, type Settings } from './environment.ts'
import { serveMetrics } from './metrics.ts'
import { logOutput } from './log-output.ts'
import { release } from './release.ts'
import { stopListening } from './stop-listening.ts'
import { onStopSignals } from './stop-signals.ts'
import { findUnknownSettings } from './unknown-settings.ts'

type App = Pick<FastifyInstance, 'listen' | 'close' | 'server' | 'isStopping'>

interface Service<Config> {
  name: string
  logOptions?: LoggerOptions
  settings: readonly string[]
  loadConfig: (env: Environment) => Config
  /** Closing the returned app must stop all background work. */
  start: (config: Config, log: Logger) => Promise<App>
}

/** Runs a service until a signal stops it, and sends its address to the parent process. */
export async function runService<Config extends Settings>({
  name,
  logOptions = {},
  settings,
  loadConfig,
  start,
}: Service<Config>) {
  try {
    const config = loadConfig(process.env)
    const base = { service: name, hostname: hostname(), pid: process.pid }
    const log = pino({ level: config.LOG_LEVEL, base, ...logOptions }, logOutput())
    log.info(release, 'starting')
    for (const unknown of findUnknownSettings(settings, process.env))
      log.warn(`${unknown.name} is not a known setting; did you mean ${unknown.nearest}?`)
    const { HOST, METRICS_PORT } = config
    if (METRICS_PORT !== undefined) log.info(`Metrics at ${await serveMetrics(HOST, METRICS_PORT)}`)
    const app = await start(config, log)
    const times = stopTimes(config)
    const unused = unusedConnections(app.server)
    onStopSignals(
      (quickly) => stop(app, log, unused, quickly ? { ...times, delay: 0 } : times),
      () => process.exit(1),
    )
    const listening = await app.listen({ host: config.HOST, port: config.PORT })
    process.send?.({ listening, endsWithin: times.delay + times.timeout })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (error instanceof ConfigError) {
      // Formatted like rest-auth's security events. No values, because they may be secrets.
      const refused = { event: 'settings.refused', outcome: 'refused', settings: error.settings }
      pino({ base: { service: name } }, pino.destination({ sync: true })).info(refused, 'security')
    }
    process.stderr.write(error instanceof ConfigError ? `${reason}\n` : `${name} cannot start: ${reason}\n`)
    process.exit(1)
  }
}

// In milliseconds. In production, their sum is below the 30 s that Kubernetes waits.
function stopTimes({ NODE_ENV, SHUTDOWN_DELAY, SHUTDOWN_TIMEOUT }: Settings) {
  const production = NODE_ENV === 'production'
  return {
    delay: 1000 * (SHUTDOWN_DELAY ?? (production ? 4 : 0)),
    timeout: 1000 * (SHUTDOWN_TIMEOUT ?? (production ? 25 : 1)),
  }
}

async function stop(
  app: App,
  log: Logger,
  unused: ReadonlySet<Socket>,
  times: ReturnType<typeof stopTimes>,
): Promise<void> {
  log.info(times, 'stopping')
  app.isStopping = true
  // The signal may arrive before the supervisor's disconnect.
  await Promise.race([delay(times.delay), once(process, 'disconnect')])
  setTimeout(() => {
    log.warn('exited before all requests and background work finished (SHUTDOWN_TIMEOUT)')
    process.exit(0)
  }, times.timeout)
  await stopListening(app.server)
  // Responses that were sent before the stop did not ask clients to close their connections.
  setInterval(afterReading, 50, () => app.server.closeIdleConnections())
  // Browsers open connections in advance, but a busy balancer may send its request late, too.
  setTimeout(afterReading, times.timeout / 5, () => unused.forEach((socket) => socket.destroy()))
  await app.close()
  process.exit(0)
}

/** Timers run before pending reads, so a connection may look idle despite a request. */
const afterReading = (act: () => void): void => void setImmediate(act)

/** Connections before their first request. Node counts them as busy. */
function unusedConnections(server: Server): ReadonlySet<Socket> {
  const unused = new Set<Socket>()
  server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  return unused
}
