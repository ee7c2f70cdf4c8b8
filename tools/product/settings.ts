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

/** @throws PlainError if a setting is invalid or the port is in use */
export async function readSettings(env: NodeJS.ProcessEnv) {
  const host = env['HOST'] || '127.0.0.1'
  const wanted = Number(env['PORT'] || 3000)
  if (!Number.isInteger(wanted) || wanted < 0 || wanted > 65_535) {
    throw new PlainError(`PORT must be a number from 0 to 65535, not "${env['PORT']}".`)
  }
  const port = await claimPort(wanted, host)
  const production = env['NODE_ENV'] === 'production'
  return {
    host,
    port,
    dataDir: dataFolder(env),
    // No default in production: the services reject an empty URL.
    authUrl: env['AUTH_URL'] || (production ? '' : `http://localhost:${port}`),
    databaseUrl: env['DATABASE_URL'] || undefined,
    production,
  }
}

async function claimPort(port: number, host: string): Promise<number> {
  for (const deadline = performance.now() + timeout; ; await delay(100)) {
    try {
      if (port === 0) return await findFreePort(host)
      await listenOnce(port, host)
      return port
    } catch (error) {
      const code = codeOf(error)
      if (code === 'EADDRINUSE') {
        if (performance.now() < deadline) continue
        throw new PlainError(
          `Port ${port} is in use. Stop the program that uses it, or choose another: PORT=${port + 1} npm start`,
        )
      }
      if (code === 'EACCES')
        throw new PlainError(`This user may not listen on port ${port}. Choose a port above 1023: PORT=3000 npm start`)
      throw new PlainError(`Cannot listen on ${host}:${port}: ${String(error)}. Change HOST or PORT.`)
    }
  }
}
