import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { connect, type Deadlines } from 'database/connect.ts'
import { isClearText } from 'database/is-clear-text.ts'
import { keepEmbeddedDatabase } from 'database/embedded.ts'
import type { Logger } from 'pino'
import { runService } from 'service/run-service.ts'
import { monotonicTime } from 'service/monotonic-time.ts'
import { buildApp } from './app.ts'
import { startChangingEmails } from './administration/change-user-email.ts'
import { startResettingFactors } from './administration/factor-reset/factor-reset.ts'
import { startWarningOfExpiry } from './api-key/expiry-warning.ts'
import { startCleanUp } from './clean-up/clean-up.ts'
import { followClock, measureClock } from './clock/clock.ts'
import { loadConfig, settingNames, type Config } from './config.ts'
import type { Context } from './context.ts'
import { startResealing, warnOfSealedRows } from './sealed-rows.ts'
import type { App } from './http/calls.ts'
import { databaseObservers, watchDatabase } from './database-metrics.ts'
import { watchServer } from './health/server-metrics.ts'
import { logOptions } from './http/request-log.ts'
import { startMailWorker } from './mail-worker.ts'
import { watchOutbox } from './mail/outbox-metrics.ts'
import { createMailTransport } from './mail/mail-transport.ts'
import { migrateDatabase } from './migrate-database.ts'
import { startCopyingNames } from './organization/member/renamed-users.ts'
import { warnOfOtherHosts } from './passkey/relying-party.ts'
import { startWebhookWorker } from './webhook/webhook-worker.ts'
import { startUpdatingPictureUrls } from './picture/follow-address.ts'

async function start(config: Config, log: Logger): Promise<App> {
  useSystemCertificates()
  if (config.production && !config.rateLimitEnabled)
    log.warn('RATE_LIMIT_ENABLED=false: password guesses and email requests are unlimited')
  const embedded = config.DATABASE_URL ? null : await keepEmbeddedDatabase(config.DATA_DIR, (line) => log.warn(line))
  const url = config.DATABASE_URL ?? embedded?.url ?? ''
  if (isClearText(url)) log.warn('DATABASE_URL has no sslmode=verify-full: rows and its password travel unencrypted')
  const isSession = config.DATABASE_POOLER !== 'transaction'
  const connections = config.DATABASE_CONNECTIONS
  const program = 'rest-auth'
  const deadlines = deadlinesOf(config)
  const database = connect(url, { program, connections, isSession, deadlines, ...databaseObservers })
  watchDatabase(database)
  await database.health.read`select 1` // fails early if DATABASE_URL is wrong
  // Without deadlines, because migrations may take long.
  const migrating = connect(url, { program, connections: 2, isSession })
  try {
    await migrateDatabase(migrating, log)
  } finally {
    await migrating.end()
  }

  const clock = await measureClock({ db: database, log })
  const ctx: Context = { database, db: database, config, now: clock.now, steady: monotonicTime, log }
  await Promise.all([warnOfSealedRows(ctx), warnOfOtherHosts(ctx)])
  const mailServer = config.MAIL_URL ? createMailTransport(config.MAIL_URL, config.mailTlsRequired) : null
  const jobs = [
    followClock(ctx, clock),
    startCleanUp(ctx),
    startChangingEmails(ctx),
    startResettingFactors(ctx),
    startWarningOfExpiry(ctx),
    startUpdatingPictureUrls(ctx),
    startCopyingNames(ctx),
    startMailWorker(ctx, mailServer),
    startWebhookWorker(ctx),
    ...startResealing(ctx),
  ]
  if (config.METRICS_PORT !== undefined) jobs.push(watchOutbox(ctx), watchServer(ctx))
  const app = await buildApp(ctx)
  app.addHook('preClose', async () => {
    for (const job of jobs) void job.stop() // no new work while the last requests finish
  })
  app.addHook('onClose', async () => {
    await Promise.all(jobs.map((job) => job.stop()))
    await database.end()
    await embedded?.stop()
  })
  return app
}

/** Instead of Node's own list, if the system has any. */
function useSystemCertificates(): void {
  const system = getCACertificates('system')
  if (system.length > 0) setDefaultCACertificates([...system, ...getCACertificates('extra')])
}

/** Requests must stop waiting before they time out. Background work may take longer. */
function deadlinesOf({ DATABASE_REQUEST_TIMEOUT: seconds }: Config): Deadlines {
  const waiting = Math.max(1, seconds - 1) * 1000
  return { statement: Math.max(10, seconds) * 1000, lock: waiting }
}

await runService({ name: 'rest-auth', logOptions, settings: settingNames, loadConfig, start })
