import { connect } from 'database/connect.ts'
import { startEmbeddedDatabase } from 'database/embedded.ts'
import { migrate } from 'database/migrate.ts'
import { pino } from 'pino'
import { buildApp } from './app.ts'
import { ConfigError, loadConfig, type Config } from './config.ts'

const config = readConfig()
const log = pino({
  level: config.LOG_LEVEL,
  base: { service: 'rest-auth' },
  redact: ['*.password', '*.newPassword', '*.token', '*.cookie', '*.authorization', '*.secret'],
})
const embedded = config.DATABASE_URL ? null : await startEmbeddedDatabase(config.DATA_DIR)
const url = config.DATABASE_URL ?? embedded?.url ?? ''
const database = connect(url, { prepare: config.DATABASE_POOLER !== 'transaction' })
await migrate(database, new URL('../migrations/', import.meta.url))

const app = await buildApp({ database, sql: database.sql, config, now: () => new Date(), log })
const listening = await app.listen({ host: config.HOST, port: config.PORT })
process.send?.({ listening })

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  // Whoever holds a connection open must not keep us alive.
  setTimeout(() => process.exit(0), 900).unref()
  await app.close()
  await database.end()
  await embedded?.stop()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
process.on('disconnect', () => void stop())

function readConfig(): Config {
  try {
    return loadConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    return process.exit(1)
  }
}
