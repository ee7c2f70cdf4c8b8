import { pino, type Logger } from 'pino'
import { ConfigError, type Environment, type Settings } from './environment.ts'
import { serveMetrics } from './metrics.ts'
import { logOutput } from './log-output.ts'
import { findUnknownSettings } from './unknown-settings.ts'

const stopWithin = 900

interface Listening {
  listen(at: { host: string; port: number }): Promise<string>
  close(): PromiseLike<void>
}

interface Service<Config> {
  name: string
  /** What of log records is never written. */
  redact?: string[]
  /** The names of all settings that it reads. */
  settings: readonly string[]
  loadConfig: (env: Environment) => Config
  /** Closing what it answers ends all that it started. */
  start: (config: Config, log: Logger) => Promise<Listening>
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
    const { METRICS_HOST, METRICS_PORT } = config
    if (METRICS_PORT !== undefined) log.info(`Metrics at ${await serveMetrics(METRICS_HOST, METRICS_PORT)}`)
    const app = await start(config, log)
    let stopping = false
    const stop = async (): Promise<void> => {
      if (stopping) return
      stopping = true
      // Whoever holds a connection open must not keep us alive.
      setTimeout(() => process.exit(0), stopWithin).unref()
      await app.close()
      process.exit(0)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
    const listening = await app.listen({ host: config.HOST, port: config.PORT })
    process.send?.({ listening })
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
