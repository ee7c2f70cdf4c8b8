import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedDatabase } from 'database/embedded.ts'
import { startContender, type Contender } from './contender.ts'

export const origin = 'http://localhost:3000'
export const AUTH_SECRET = 'a secret that only the benchmark knows of'

/** With rate limits, on its own PostgreSQL. `X-Forwarded-For` sets the client's IP address. */
export async function startLimitedRestAuth(env: Record<string, string> = {}): Promise<Contender> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const postgres = await startEmbeddedDatabase(folder, { durable: false })
  const server = await startContender('rest-auth', new URL('../rest-auth/src/main.ts', import.meta.url), {
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    AUTH_SECRET,
    AUTH_URL: origin,
    RATE_LIMIT_ENABLED: 'true',
    TRUSTED_PROXIES: '127.0.0.1',
    ...env,
  })
  return {
    ...server,
    async stop() {
      await server.stop()
      await postgres.stop()
      await rm(folder, { recursive: true })
    },
  }
}
