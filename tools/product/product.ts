import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { keepEmbeddedDatabase } from 'database/embedded.ts'
import { findFreePort } from 'database/free-port.ts'
import { CommandError } from 'remote-tools/command/command-error'
import { clientOf } from 'remote-tools/command/registry-client'
import { registryUrl as registryUrlOf } from 'registry/storage/open-registry.ts'
import { readOperatorToken } from 'registry/token/operator-token.ts'
import { buildAll, buildsOf } from './build.ts'
import { takeDataFolder } from './data-folder.ts'
import { findRemotes } from './find-remotes.ts'
import { prepareRegistryRole } from './registry.ts'
import { release } from './release.ts'
import { type Service, startService } from './service.ts'
import { dataFolder, readSettings, type Settings } from './settings.ts'
import { stage } from './stage.ts'

const timeout = 30_000

const checkout = resolve(import.meta.dirname, '../..')

export type Product = Awaited<ReturnType<typeof startProduct>>

interface Started {
  readonly services: Partial<Record<'rest-auth' | 'gateway' | 'shell', Service>>
  stopDatabase: () => Promise<void>
  leaveDataFolder: () => Promise<void>
}

/** @throws PlainError after stopping what was started */
export async function startProduct(environment: NodeJS.ProcessEnv) {
  const started: Started = { services: {}, stopDatabase: async () => {}, leaveDataFolder: async () => {} }
  /** Stops each service after those that call it, then the database. */
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    for (const name of ['shell', 'gateway', 'rest-auth'] as const) await started.services[name]?.stop(signal)
    await started.stopDatabase()
    await started.leaveDataFolder()
  }
  const kill = (): void => Object.values(started.services).forEach((service) => service.kill())
  try {
    started.leaveDataFolder = await takeDataFolder(dataFolder(environment))
    const settings = await readSettings(environment)
    const { authUrl: address, dataDir, production, databaseUrl } = settings
    const parts = await startParts(settings, environment, started)
    const published = await stage('Registry', () => parts.release(['shell', ...findRemotes()]))
    for (const { outcome, text } of published) if (outcome !== 'live') console.log(`  ${text}`)
    const hasPages = (await fetch(`${parts.origin}/ready`)).ok
    return { address, dataDir, production, hasOwnDatabase: !databaseUrl, hasPages, stop, kill, ...parts }
  } catch (error) {
    await stop('SIGINT')
    throw error
  }
}

async function startParts(settings: Settings, environment: NodeJS.ProcessEnv, started: Started) {
  const { dataDir, host, port, authUrl, production } = settings
  const [restAuthPort, gatewayPort] = await Promise.all([findFreePort(), findFreePort()])
  const restAuthUrl = `http://127.0.0.1:${restAuthPort}`
  const gatewayUrl = `http://127.0.0.1:${gatewayPort}`
  const shellUrl = `http://${/^(0\.0\.0\.0|::)$/.test(host) ? '127.0.0.1' : host}:${port}`

  // Consecutive ports: METRICS_PORT is rest-auth's, then the gateway's, then the shell's.
  const metricsPort = (offset: number): string | undefined => {
    const { METRICS_PORT: first } = environment
    return Number(first) > 0 ? String(Number(first) + offset) : first
  }

  const start = (name: keyof Started['services'], entry: string, env: NodeJS.ProcessEnv): Promise<Service> =>
    stage(name, async () => {
      // Only the shell's server calls them, and it stops first, so no load balancer has to notice.
      const inner = { HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.0/8,::1', SHUTDOWN_DELAY: '0' }
      const common = { DATA_DIR: dataDir, AUTH_URL: authUrl, REST_AUTH_URL: restAuthUrl, GATEWAY_URL: gatewayUrl }
      const service = await startService(name, entry, { ...environment, ...inner, ...common, ...env }, dataDir)
      started.services[name] = service
      return service
    })
  const findRegistry = async (): Promise<string> => {
    if (environment['REGISTRY_DATABASE_URL']) return environment['REGISTRY_DATABASE_URL']
    const url = await databaseUrl
    if (!url) return ''
    const own = await prepareRegistryRole(url, dataDir, !settings.databaseUrl)
    return own ?? registryUrlOf({ DATABASE_URL: url })
  }
  // In production, nobody else can learn a generated token.
  const operatorToken =
    readOperatorToken({ OPERATOR_TOKEN: environment['OPERATOR_TOKEN'], DATA_DIR: dataDir, production }) ??
    randomBytes(32).toString('base64url')
  const databaseUrl = findDatabase(settings, started)
  const restAuthStart = databaseUrl.then((url) =>
    start('rest-auth', 'rest-auth/src/main.ts', { PORT: String(restAuthPort), DATABASE_URL: url }),
  )
  const gatewayStart = start('gateway', 'gateway/src/main.ts', {
    PORT: String(gatewayPort),
    METRICS_PORT: metricsPort(1),
    SHELL_URL: shellUrl,
  })
  // rest-auth reports problems with a configured database.
  const registryUrl = settings.databaseUrl ? restAuthStart.then(findRegistry) : findRegistry()
  const shellStart = registryUrl.then((url) =>
    start('shell', 'shell/server/main.ts', {
      HOST: host,
      PORT: String(port),
      TRUSTED_PROXIES: environment['TRUSTED_PROXIES'],
      SHUTDOWN_DELAY: environment['SHUTDOWN_DELAY'],
      METRICS_PORT: metricsPort(2),
      REGISTRY_DATABASE_URL: url,
      OPERATOR_TOKEN: operatorToken,
    }),
  )
  // Lets all services report their wrong settings before the first failure stops them.
  const starts = [restAuthStart, gatewayStart, shellStart] as const
  const [[restAuth, gateway, shell]] = await Promise.all([
    Promise.allSettled(starts).then(() => Promise.all(starts)),
    buildAll(['shell', ...findRemotes()], environment),
  ])
  const client = clientOf(shellUrl, operatorToken)
  const builds = buildsOf(environment)
  const releases = { checkout, builds, client, dataDir, isTrial: !production, why: 'npm start' }
  return {
    origin: client.origin,
    services: { 'rest-auth': restAuth, gateway, shell },
    /** Publishes changed builds, unless someone else has moved the channel. Calls run in sequence. */
    release: sequentially((names: Iterable<string>) => retryWhileBusy(() => release(names, releases))),
  }
}

async function findDatabase({ databaseUrl, production, dataDir }: Settings, started: Started) {
  if (databaseUrl || production) return databaseUrl
  const database = await stage('PostgreSQL', () => keepEmbeddedDatabase(dataDir, (line) => console.error(line)))
  started.stopDatabase = () => database.stop()
  return database.url
}

function sequentially<Input, Result>(work: (input: Input) => Promise<Result>): (input: Input) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (input) => {
    const result = last.then(() => work(input))
    last = result.catch(() => {})
    return result
  }
}

/** Retries while the shell's server restarts. Steps that were done before find nothing to do. */
async function retryWhileBusy<T>(work: () => Promise<T>): Promise<T> {
  for (const deadline = performance.now() + timeout; ; await delay(300)) {
    try {
      return await work()
    } catch (error) {
      const passes = error instanceof CommandError && /^(NOT_REACHED|SERVICE_UNAVAILABLE|SERVER_BUSY)$/.test(error.code)
      if (!passes || performance.now() > deadline) throw error
    }
  }
}
