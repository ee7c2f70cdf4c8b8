import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase, type TestDatabase } from 'database/testing/test-database.ts'
import type { PublishRequest } from 'contract/registry.ts'
import { pino } from 'pino'
import { observeStatement } from 'service/statement-metrics.ts'
import { buildApp } from '../app.ts'
import { loadConfig } from '../config.ts'
import { unpublish } from 'registry/channel/roll-back.ts'
import { connectRegistry, migrateRegistry } from 'registry/storage/open-registry.ts'
import { readOperatorToken } from 'registry/token/operator-token.ts'
import { Tally } from 'registry/health/tally.ts'
import { publishVersion } from 'registry/publish/publish.ts'
import { Registry } from 'registry/live/registry.ts'
import { makeVersion } from 'registry/testing/make-version.ts'

const template = `<!doctype html><html lang="{{locale}}" data-auth-base-path="{{authBasePath}}" data-request-id="{{requestId}}"><head><!--{{brand}}--><!--{{preload}}-->
<script id="lock" type="application/json" nonce="{{nonce}}">{{lock}}</script></head><body></body></html>`

const shellFiles = {
  'index.html': template,
  'assets/shell.11111111.js': `shell(${'1'.repeat(200)})`,
  'assets/locale-en-po.22222222.js': 'english()',
  'assets/locale-uk-po.33333333.js': 'ukrainian()',
}
const remoteFiles = {
  'assets/entry.js': 'entry()',
  'assets/remote.js': 'remote()',
  'assets/remote.css': '.remote {}',
  'assets/locale-en-po.js': 'english()',
  'assets/locale-uk-po.js': 'ukrainian()',
}
const cataloguesOf = (files: object) =>
  Object.fromEntries(
    Object.keys(files).flatMap((path) => {
      const [, locale] = /locale-(\w+)-po/.exec(path) ?? []
      return locale === undefined ? [] : [[locale, path]]
    }),
  )

export type Shell = Awaited<ReturnType<typeof startShell>>

interface Start {
  /** Another shell whose registry and files it shares. Without it, a small shell is published. */
  besides?: { readonly testDatabase: TestDatabase; readonly folder: string }
  /** Shares only the registry. */
  ownFolder?: boolean
  /** As the server of the product has. */
  hasUploadThread?: boolean
}

export async function startShell(
  environment: Record<string, string> = {},
  { besides, ownFolder = false, hasUploadThread = false }: Start = {},
) {
  const { REGISTRY_DATABASE_URL: given } = environment
  const testDatabase =
    besides?.testDatabase ?? (given ? { url: given, drop: async () => {} } : await createTestDatabase())
  const folder = besides && !ownFolder ? besides.folder : await mkdtemp(join(tmpdir(), 'shell-'))
  const log: string[] = []
  const config = loadConfig({ DATA_DIR: folder, DATABASE_URL: testDatabase.url, ...environment })
  const logger = pino({ level: 'info' }, { write: (line: string) => void log.push(line) })
  const database = connectRegistry(config, { onStatement: observeStatement })
  const ctx = { database, db: database, now: () => new Date() }
  const registry = await Registry.open({
    ctx,
    log: logger,
    folder: config.cacheFolder,
    every: 0,
    // A new database is a copy of one with all tables.
    ...((besides || given) && { migrate: () => migrateRegistry(config) }),
  })
  const operatorToken = readOperatorToken(config)
  const tally = new Tally({ ctx, registry, log: logger, interval: 0 })
  const app = await buildApp(config, logger, registry, tally, { ...ctx, operatorToken, hasUploadThread })
  const who = { who: 'a test' }
  const send = async (request: PublishRequest) => {
    const published = await publishVersion(ctx, { channel: 'stable', ...request }, who)
    await registry.refresh()
    return published
  }
  const publishShell = (
    version: string,
    files: Record<string, string> = {},
    sharedFiles: Record<string, string[]> = {},
    kit = '1.0.0',
  ) => {
    const all = { ...shellFiles, ...files }
    // Naming a shared module also provides a layer for it.
    const uses = Object.fromEntries(Object.keys(sharedFiles).map((module) => [module, ['*']]))
    return send(
      makeVersion({ name: 'shell', version, files: all, catalogues: cataloguesOf(all), sharedFiles, uses, kit }),
    )
  }
  if (!besides && !given) await publishShell('1.0.0')
  return {
    app,
    log,
    ctx,
    registry,
    tally,
    folder,
    testDatabase,
    send,
    publishShell,
    publish: (name: string, description: object, version = '1.0.0', files: Record<string, string> = remoteFiles) =>
      send(
        makeVersion({
          name,
          version,
          description,
          files,
          scripts: ['assets/remote.js'],
          styles: ['assets/remote.css'],
          catalogues: cataloguesOf(files),
        }),
      ),
    unpublish: async (name: string) => {
      await unpublish(ctx, name, undefined, who)
      await registry.refresh()
    },
    stop: async () => {
      await app.close()
      await registry.stop()
      await database.end()
      if (!besides) await testDatabase.drop()
      if (folder !== besides?.folder) await rm(folder, { recursive: true })
    },
  }
}
