import { startEmbeddedDatabase } from 'database/embedded.ts'
import { buildAll, findRemotes, publishAll } from './build.ts'
import { takeDataFolder } from './data-folder.ts'
import { type Service, startService } from './service.ts'
import { dataFolder, readSettings, type Settings } from './settings.ts'
import { stage } from './stage.ts'

export interface Product {
  readonly address: string
  readonly dataDir: string
  readonly services: Record<'rest-auth' | 'gateway' | 'shell', Service>
  /** Ends the services, then the database. */
  stop(): Promise<void>
}

type Undo = () => Promise<void> | void

/**
 * Starts the whole product: database, builds, registry, rest-auth, gateway, shell.
 * @throws PlainError with what to do, after everything that was started has been ended
 */
export async function startProduct(environment: NodeJS.ProcessEnv): Promise<Product> {
  const undo: Undo[] = []
  const stop = async (): Promise<void> => {
    for (let step = undo.pop(); step; step = undo.pop()) await step()
  }
  try {
    undo.push(await takeDataFolder(dataFolder(environment)))
    const settings = await readSettings(environment)
    const services = await startParts(settings, environment, undo)
    return { address: settings.authUrl, dataDir: settings.dataDir, services, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startParts(
  settings: Settings,
  environment: NodeJS.ProcessEnv,
  undo: Undo[],
): Promise<Product['services']> {
  const { dataDir, host, port, authUrl } = settings
  const start = (name: string, entry: string, env: NodeJS.ProcessEnv): Promise<Service> =>
    stage(name, async () => {
      const inner = { HOST: '127.0.0.1', PORT: '0', TRUSTED_PROXIES: '127.0.0.0/8,::1' }
      const common = { DATA_DIR: dataDir, AUTH_URL: authUrl }
      const service = await startService({ name, entry, dataDir, env: { ...environment, ...inner, ...common, ...env } })
      undo.push(() => service.stop())
      return service
    })

  const remotes = await findRemotes()
  const build = async (): Promise<void> => {
    await stage('Build of shell and remotes', () => buildAll(remotes, environment))
    await publishAll(remotes, dataDir)
  }
  const back = async (): Promise<[restAuth: Service, gateway: Service]> => {
    const databaseUrl = settings.databaseUrl ?? (await startDatabase(dataDir, undo))
    const restAuth = await start('rest-auth', 'rest-auth/src/main.ts', { DATABASE_URL: databaseUrl })
    return [restAuth, await start('gateway', 'gateway/src/main.ts', { REST_AUTH_URL: restAuth.url })]
  }
  const [[restAuth, gateway]] = await settle(back(), build())
  const shell = await start('shell', 'shell/server/main.ts', {
    HOST: host,
    PORT: String(port),
    TRUSTED_PROXIES: environment['TRUSTED_PROXIES'],
    REST_AUTH_URL: restAuth.url,
    GATEWAY_URL: gateway.url,
  })
  return { 'rest-auth': restAuth, gateway, shell }
}

/** Starts PostgreSQL, and starts it again on the same port whenever it ends. */
async function startDatabase(dataDir: string, undo: Undo[]): Promise<string> {
  let database = await stage('PostgreSQL', () => startEmbeddedDatabase(dataDir))
  let stopping = false
  undo.push(() => {
    stopping = true
    return database.stop()
  })
  const keep = async (): Promise<void> => {
    for (;;) {
      await database.ended
      if (stopping) return
      console.error('PostgreSQL ended; it starts again')
      database = await startEmbeddedDatabase(dataDir, { port: Number(new URL(database.url).port) })
    }
  }
  keep().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
    process.kill(process.pid, 'SIGTERM')
  })
  return database.url
}

/** Both results; when one fails, waits for the other too, so that all it started can be ended. */
async function settle<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second])
  return Promise.all([first, second])
}
