import { pino } from 'pino'
import { buildApp } from './app.ts'
import { ConfigError, loadConfig, type Config } from './config.ts'

const config = readConfig()
const log = pino({
  level: config.LOG_LEVEL,
  base: { service: 'gateway' },
  redact: ['*.cookie', '*.authorization', '*.headers.cookie', '*.headers.authorization'],
})
const app = await buildApp(config, log)
const listening = await app.listen({ host: config.HOST, port: config.PORT })
process.send?.({ listening })

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  // Whoever holds a connection open must not keep us alive.
  setTimeout(() => process.exit(0), 900).unref()
  await app.close()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())

function readConfig(): Config {
  try {
    return loadConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    return process.exit(1)
  }
}
