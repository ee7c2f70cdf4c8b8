import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createTestDatabase } from 'database/testing/test-database.ts'

export const publicOrigin = 'http://localhost:3000'
const program = new URL('../../../rest-auth/src/main.ts', import.meta.url)
const endWithParent = new URL('../../../tools/end-with-parent.mjs', import.meta.url)

export interface RestAuth {
  /** Without a path. */
  readonly url: string
  readonly databaseUrl: string
  stop(): Promise<void>
}

let shared: Promise<RestAuth> | undefined

/**
 * Returns the rest-auth of all files that need no settings of their own. It ends with this process.
 */
export function findSharedRestAuth(): Promise<RestAuth> {
  shared ??= startRestAuth({})
  return shared
}

/** Starts a real rest-auth as a process with a new database. */
export async function startRestAuth(environment: Record<string, string>): Promise<RestAuth> {
  const database = await createTestDatabase()
  const child = fork(program, {
    execArgv: ['--import', endWithParent.href],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: '0',
      DATABASE_URL: database.url,
      AUTH_URL: publicOrigin,
      AUTH_SECRET: 'a secret that only the tests of the gateway know',
      TRUSTED_PROXIES: '127.0.0.0/8',
      RATE_LIMIT_ENABLED: 'false',
      LOG_LEVEL: 'error',
      ...environment,
    },
  })
  const url = await listeningUrl(child)
  return {
    url,
    databaseUrl: database.url,
    stop: async () => {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
      await database.drop()
    },
  }
}

function listeningUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('rest-auth exited before it listened')))
    child.once('message', (message) => {
      if (typeof message === 'object' && 'listening' in message) resolve(String(message.listening))
    })
  })
}
