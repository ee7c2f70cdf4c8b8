import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { pino, type Logger } from 'pino'
import { drainAcceptQueue } from './drain-accept-queue.ts'
import { ConfigError, type Environment, type Settings } from './environment.ts'
import { serveMetrics } from './metrics.ts'
import { logOutput } from './log-output.ts'
import { onStopSignals } from './stop-signals.ts'
import { findUnknownSettings } from './unknown-settings.ts'

/** Whoever has connected for a request sends it within this time, in milliseconds. */
const requestComesWithin = 500

/** A server with `serveHealth`. */
type App = Pick<FastifyInstance, 'listen' | 'close' | 'server' | 'isStopping'>

interface Service<Config> {
  name: string
  /** What of log records is never written. */
  redact?: string[]
  settings: readonly string[]
  loadConfig: (env: Environment) => Config
  /** Closing what it answers ends all that it started. */
  start: (config: Config, log: Logger) => Promise<App>
}

/** Runs a service until a signal ends it. It tells a parent process where it listens, and people in plain words why it cannot. */
export async function runService<Config extends Settings>({
  name,
  redact = [],
  settings,
  loadConfig,
  start,
}: Service<Config>) {
  try {
    const config = loadConfig(process.env)
    const log = pino({ level: config.LOG_LEVEL, base: { service: name }, redact }, logOutput())
    for (const unknown of findUnknownSettings(settings, process.env))
      log.warn(`${unknown.name} is no setting; ${unknown.nearest} is the nearest one`)
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
      // In the form of rest-auth's security events, for whoever collects them. The values may be secrets.
      const refused = { event: 'settings.refused', outcome: 'refused', settings: error.settings }
      pino({ base: { service: name } }, pino.destination({ sync: true })).info(refused, 'security')
    }
    process.stderr.write(error instanceof ConfigError ? `${reason}\n` : `${name} cannot start: ${reason}\n`)
    process.exit(1)
  }
}

/** In milliseconds. */
interface StopTimes {
  readonly delay: number
  readonly timeout: number
}

// In production both together are less than the 30 s that Kubernetes gives; where one develops, stopping is at once.
function stopTimes({ NODE_ENV, SHUTDOWN_DELAY, SHUTDOWN_TIMEOUT }: Settings): StopTimes {
  const production = NODE_ENV === 'production'
  return {
    delay: 1000 * (SHUTDOWN_DELAY ?? (production ? 4 : 0)),
    timeout: 1000 * (SHUTDOWN_TIMEOUT ?? (production ? 25 : 1)),
  }
}

/** Serves on for a while, takes no new connections then, finishes what has begun, and ends. */
async function stop(app: App, log: Logger, unused: ReadonlySet<Socket>, times: StopTimes): Promise<void> {
  log.info(times, 'stopping')
  app.isStopping = true
  await delay(times.delay)
  setTimeout(() => {
    log.warn('ended before all requests were answered and all work was done (SHUTDOWN_TIMEOUT)')
    process.exit(0)
  }, times.timeout)
  await drainAcceptQueue(app.server)
  app.server.close()
  // Answers that were under way when it was told to end said nothing about the connection.
  setInterval(afterReading, 50, () => app.server.closeIdleConnections())
  setTimeout(afterReading, requestComesWithin, () => unused.forEach((socket) => socket.destroy()))
  await app.close()
  process.exit(0)
}

/** Timers come before what has arrived meanwhile: on a busy machine that is a request over a connection that looks idle. */
const afterReading = (act: () => void): void => void setImmediate(act)

/** Connections over which nothing was asked yet, as browsers open them in advance. Node counts them among the busy ones. */
function unusedConnections(server: Server): ReadonlySet<Socket> {
  const unused = new Set<Socket>()
  server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  return unused
}
