import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { buildApp } from './app.ts'
import { ConfigError, parseConfig } from './config.ts'

const STOP_WITHIN_MS = 900

const shellFolder = fileURLToPath(new URL('../dist', import.meta.url))
const log = pino({ base: { service: 'shell' } })

async function main(): Promise<void> {
  const config = parseConfig(process.env)
  log.level = config.logLevel
  if (!existsSync(join(shellFolder, 'index.html'))) {
    throw new ConfigError(`The shell is not built: ${shellFolder} has no index.html. "npm start" builds it.`)
  }
  const app = await buildApp(config, log, shellFolder)
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref()
    void app.close().then(() => process.exit(0))
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
  const listening = await app.listen({ host: config.host, port: config.port })
  process.send?.({ listening })
}

main().catch((error: unknown) => {
  if (error instanceof ConfigError) log.fatal(error.message)
  else log.fatal({ err: error }, 'the shell cannot start')
  process.exit(1)
})
