import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort, listenOnce } from 'database/free-port.ts'
import { codeOf } from 'database/unavailable.ts'
import { PlainError } from './plain-error.ts'

export type Settings = Awaited<ReturnType<typeof readSettings>>

const root = resolve(import.meta.dirname, '../..')
// The services of a killed instance need a moment to release the port.
const timeout = 3000

export function dataFolder(env: NodeJS.ProcessEnv): string {
  return resolve(root, env['DATA_DIR'] || '.data')
}

/** @throws PlainError if a setting is invalid or a port cannot be used */
export async function readSettings(env: NodeJS.ProcessEnv) {
  const host = env['HOST'] || '127.0.0.1'
  const port = await claimPort('PORT', readPort('PORT', env['PORT'] || '3000'), host)
  if (await isRefusedByBrowsers(port))
    throw new PlainError(`Browsers refuse to open port ${port}. Choose another: PORT=3000 npm start`)
  const production = env['NODE_ENV'] === 'production'
  // No default in production: the services reject an empty URL, and a malformed one.
  const authUrl = env['AUTH_URL'] || (production ? '' : `http://localhost:${port}`)
  const publicPort = Number(URL.parse(authUrl)?.port)
  if (publicPort && (await isRefusedByBrowsers(publicPort)))
    throw new PlainError(`AUTH_URL: browsers refuse to open port ${publicPort}. Choose another.`)
  const firstMetrics = readPort('METRICS_PORT', env['METRICS_PORT'] || '0')
  for (const metrics of firstMetrics > 0 ? [firstMetrics, firstMetrics + 1, firstMetrics + 2] : []) {
    if (metrics === port || metrics > 65_535)
      throw new PlainError(
        `METRICS_PORT=${firstMetrics} also takes the two ports after it, one for each service. Choose another, at most 65533 and without PORT (${port}).`,
      )
    await claimPort('METRICS_PORT', metrics, host)
  }
  return {
    host,
    port,
    dataDir: dataFolder(env),
    authUrl,
    databaseUrl: env['DATABASE_URL'] || undefined,
    production,
  }
}

function readPort(name: string, text: string): number {
  const port = /^\d+$/.test(text.trim()) ? Number(text) : Infinity
  if (port > 65_535) throw new PlainError(`${name} must be a number from 0 to 65535, not "${text}".`)
  return port
}

/** Node's fetch refuses the same ports, before it connects: https://fetch.spec.whatwg.org/#port-blocking */
const isRefusedByBrowsers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}`, { signal: AbortSignal.timeout(1000) }).then(
    () => false,
    (error: Error) => error.cause instanceof Error && error.cause.message === 'bad port',
  )

async function claimPort(name: string, port: number, host: string): Promise<number> {
  for (const deadline = performance.now() + timeout; ; await delay(100)) {
    try {
      if (port === 0) return await findFreePort(host)
      await listenOnce(port, host)
      return port
    } catch (error) {
      const code = codeOf(error)
      if (code === 'EADDRINUSE') {
        if (performance.now() < deadline) continue
        const other = port < 65_000 ? port + 10 : 4100
        throw new PlainError(
          `Port ${port} is in use. Stop the program that uses it, or choose another: ${name}=${other} npm start`,
        )
      }
      if (code === 'EACCES')
        throw new PlainError(
          `This user may not listen on port ${port}. Choose a port above 1023: ${name}=4100 npm start`,
        )
      throw new PlainError(`Cannot listen on ${host}:${port}: ${String(error)}. Change HOST or ${name}.`)
    }
  }
}
