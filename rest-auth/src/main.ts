import { connect } from 'database/connect.ts'
import { startEmbeddedDatabase } from 'database/embedded.ts'
import { migrate } from 'database/migrate.ts'
import { pino } from 'pino'
import { buildApp } from './app.ts'
import { backgroundWork } from './background.ts'
import { startCleanUp } from './clean-up/clean-up.ts'
import { ConfigError, loadConfig } from './config.ts'
import type { Context } from './context.ts'
import { createMailTransport, startMailWorker } from './mail/worker.ts'
import { useSystemCertificates } from './system-certificates.ts'

const secrets = ['password', 'newPassword', 'token', 'cookie', 'authorization', 'secret'].map((name) => `*.${name}`)
const log = pino({ base: { service: 'rest-auth' }, redact: [...secrets, 'err.detail', 'err.where'] })

async function main(): Promise<void> {
  const config = loadConfig(process.env)
  log.level = config.LOG_LEVEL
  useSystemCertificates()
  const embedded = config.DATABASE_URL ? null : await startEmbeddedDatabase(config.DATA_DIR)
  const url = config.DATABASE_URL ?? embedded?.url ?? ''
  const database = connect(url, { prepare: config.DATABASE_POOLER !== 'transaction' })
  await migrate(database, new URL('../migrations/', import.meta.url))

  const ctx: Context = { database, sql: database.sql, config, now: () => new Date(), log }
  const jobs = [startCleanUp(ctx)]
  if (config.MAIL_URL) jobs.push(startMailWorker(ctx, createMailTransport(config.MAIL_URL)))
  const app = await buildApp(ctx)

  let stopping = false
  async function stop(): Promise<void> {
    if (stopping) return
    stopping = true
    // Whoever holds a connection open must not keep us alive.
    setTimeout(() => process.exit(0), 900).unref()
    await app.close()
    await Promise.all([backgroundWork(), ...jobs.map((job) => job.stop())])
    await database.end()
    await embedded?.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
  const listening = await app.listen({ host: config.HOST, port: config.PORT })
  process.send?.({ listening })
}

main().catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error)
  process.stderr.write(error instanceof ConfigError ? `${reason}\n` : `rest-auth cannot start: ${reason}\n`)
  process.exit(1)
})
