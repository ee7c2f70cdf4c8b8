import { once } from 'node:events'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from 'database/free-port.ts'
import { PlainError } from './plain-error.ts'

/** What the environment says about the product as a whole; what concerns one service is read by that service. */
export interface Settings {
  host: string
  port: number
  dataDir: string
  authUrl: string
  databaseUrl: string | undefined
  production: boolean
}

const root = resolve(import.meta.dirname, '../..')
// Services of an instance that was just killed need a moment to let go of the port.
const patience = 3000

export function dataFolder(env: NodeJS.ProcessEnv): string {
  return resolve(root, env['DATA_DIR'] || '.data')
}

/**
 * Reads the environment, and makes sure that the public port is free.
 * @throws PlainError
 */
export async function readSettings(env: NodeJS.ProcessEnv): Promise<Settings> {
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
    // In production nothing is made up: the services refuse an empty address.
    authUrl: env['AUTH_URL'] || (production ? '' : `http://localhost:${port}`),
    databaseUrl: env['DATABASE_URL'] || undefined,
    production,
  }
}

/** The port that was free: the given one, or any for 0. */
async function claimPort(port: number, host: string): Promise<number> {
  for (const deadline = performance.now() + patience; ; await delay(100)) {
    try {
      if (port === 0) return await findFreePort(host)
      await listenOnce(port, host)
      return port
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code === 'EADDRINUSE' && performance.now() < deadline) continue
      if (code === 'EADDRINUSE') {
        throw new PlainError(
          `Port ${port} is taken. Stop the program that uses it, or choose another: PORT=${port + 1} npm start`,
        )
      }
      if (code === 'EACCES')
        throw new PlainError(`This user may not listen on port ${port}. Choose one above 1023: PORT=3000 npm start`)
      throw new PlainError(`Nothing can listen on ${host}:${port}: ${String(error)}. HOST and PORT say where.`)
    }
  }
}

async function listenOnce(port: number, host: string): Promise<void> {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  await new Promise((closed) => server.close(closed))
}
