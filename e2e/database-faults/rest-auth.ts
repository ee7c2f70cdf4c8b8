import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { findFreePort } from 'database/free-port.ts'

const root = resolve(import.meta.dirname, '../..')

export const startRestAuth = (databaseUrl: string, folder: string) =>
  startService('rest-auth', {
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    ORGANIZATION_LIMIT: '1000000',
    ORGANIZATION_TEAM_LIMIT: '1000000',
  })

export async function startService(program: 'rest-auth' | 'gateway', environment: Record<string, string>) {
  const metricsPort = await findFreePort()
  let child: ChildProcess
  let isMeant = false
  const service = {
    url: '',
    /** Unexpected exits. */
    ends: 0,
    async metric(name: string, labels = /^/) {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      return [...text.matchAll(/^(\w+)(\{.*\})? (\S+)$/gm)]
        .filter(([, one, set = '']) => one === name && labels.test(set))
        .reduce((sum, [, , , value]) => sum + Number(value), 0)
    },
    /** SIGKILL. `start` uses the same port. */
    async kill() {
      isMeant = true
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    async start() {
      isMeant = false
      child = spawn(process.execPath, ['--import', './tools/end-with-parent.mjs', `${program}/src/main.ts`], {
        cwd: root,
        env: {
          PATH: process.env['PATH'],
          ...environment,
          PORT: service.url === '' ? '0' : new URL(service.url).port,
          METRICS_PORT: String(metricsPort),
          LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
        },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      child.once('exit', () => {
        if (!isMeant) service.ends += 1
      })
      const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')])
      const listening: unknown = Reflect.get(Object(message), 'listening')
      if (typeof listening !== 'string') throw new Error(`${program} did not start.`)
      service.url = listening
    },
  }
  await service.start()
  return service
}
