import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { isClearText } from 'database/is-clear-text.ts'
import { runService } from 'service/run-service.ts'
import { observeStatement } from 'service/statement-metrics.ts'
import { buildApp } from './app.ts'
import { type Config, loadConfig, ownSettings } from './config.ts'
import { connectRegistry, migrateRegistry } from 'registry/storage/open-registry.ts'
import { Tally } from 'registry/health/tally.ts'
import { reportPermissions } from './report-permissions.ts'
import { readOperatorToken } from 'registry/token/operator-token.ts'
import { Registry } from 'registry/live/registry.ts'

async function start(config: Config, log: Logger): Promise<FastifyInstance> {
  if (config.production && !config.REGISTRY_DATABASE_URL)
    log.warn('REGISTRY_DATABASE_URL is unset: this server uses DATABASE_URL and can read user data')
  if (isClearText(config.REGISTRY_DATABASE_URL ?? config.DATABASE_URL ?? ''))
    log.warn('REGISTRY_DATABASE_URL has no sslmode=verify-full: rows and its password travel unencrypted')
  const database = connectRegistry(config, { onStatement: observeStatement })
  const ctx = { database, db: database, now: () => new Date(), isHurried: config.liveReload }
  const migrate = () => migrateRegistry(config, log)
  const registry = await Registry.open({ ctx, log, folder: config.cacheFolder, migrate })
  const operatorToken = readOperatorToken(config)
  const tally = new Tally({ ctx, registry, log })
  const app = await buildApp(config, log, registry, tally, { ...ctx, operatorToken, hasUploadThread: true })
  const report = reportPermissions(registry, config, log)
  app.addHook('onClose', async () => {
    await report.stop()
    await tally.stop()
    await registry.stop()
    await database.end()
  })
  return app
}

await runService({
  name: 'shell',
  settings: Object.keys(ownSettings.shape),
  loadConfig,
  start,
})
